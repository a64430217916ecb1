// The worker that reads hostile bytes: started by a program of Bonafide with a file, a socket and a piece of memory,
// never by hand.
internal import Glibc

exit(Worker.run())
