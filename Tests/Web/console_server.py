"""A server of its own for the console's checks, in a folder that is removed with it."""

import os
import re
import shutil
import subprocess
import tempfile
import time


class Server:
    def __init__(self, program, web=None):
        self.program = os.path.abspath(program)
        self.folder = tempfile.mkdtemp(prefix="bonafide-console-")
        environment = dict(os.environ)
        if web:
            environment["BONAFIDE_WEB"] = os.path.abspath(web)
        self.log = open(os.path.join(self.folder, "log"), "w")
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", "0", "--data", os.path.join(self.folder, "data"), "--inner-webhooks"],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment)
        words = ""
        end = time.time() + 60
        while "password" not in words and time.time() < end:
            line = self.process.stdout.readline()
            if not line:
                break
            words += line
        found = re.search(r"listens on (\S+)", words), re.search(r"password (\S+)", words)
        if not all(found):
            self.stop()
            raise RuntimeError("the server did not start: " + words)
        self.address, self.password = found[0].group(1), found[1].group(1)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
