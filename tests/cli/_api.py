"""The page's server as the tests of its API ask it."""
import time

from _server import Server


class Api(Server):
    def get(self, path):
        return self.data("GET", path)[1]

    def post(self, path, body):
        return self.data("POST", path, body)[1]

    def wait(self, path, seconds=60):
        """Status and answer at a path, once it is neither thinking nor on its way."""
        end = time.monotonic() + seconds
        while True:
            status, answer = self.data("GET", path)
            if answer.get("state") not in ("thinking", "waiting", "running") or time.monotonic() > end:
                return status, answer
            time.sleep(0.02)

    def job(self, **body):
        """The result of a job, once it has ended; the whole answer when it did not end well."""
        status, answer = self.data("POST", "/jobs", body)
        if status != 202:
            return answer
        answer = self.wait("/jobs/" + answer["job"])[1]
        return answer["result"] if answer.get("state") == "done" else answer
