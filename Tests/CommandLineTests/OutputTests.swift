import Foundation
import Testing

@Suite("Output that nobody can take")
struct OutputTests {
  /// Runs a shell line in which `$0` is the program; gives the exit status of the line and what went to standard error.
  private func shell(_ line: String) throws -> (status: Int32, complaint: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line, Program.path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    try process.run()
    let complaint = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: complaint, as: UTF8.self))
  }

  @Test("is an error of one line", arguments: ["> /dev/full", ">&-", "--json > /dev/full"])
  func full(redirection: String) throws {
    let run = try shell("\"$0\" help \(redirection)")
    #expect(run.status == 66)
    #expect(run.complaint.split(separator: "\n").count == 1 && run.complaint.contains("(cannot_open)"))
  }

  @Test("does not matter on standard error", arguments: ["2> /dev/full", "2>&-"])
  func noComplaints(redirection: String) throws {
    #expect(try shell("\"$0\" face \(redirection)").status == 64)
  }

  @Test("ends the program quietly when the reader goes")
  func brokenPipe() throws {
    let run = try shell("{ trap '' PIPE; \"$0\" help; echo $? >&2; } | true")
    #expect(run.complaint.hasSuffix("66\n") || run.complaint == "0\n")
  }

  @Test("and input that is closed is an error as well")
  func noInput() throws {
    let run = try shell("\"$0\" face inspect - <&-")
    #expect(run.status == 66 || run.status == 69)
    #expect(run.complaint.split(separator: "\n").count == 1)
  }
}
