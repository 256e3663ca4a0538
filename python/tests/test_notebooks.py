"""The notebooks run from the first cell to the last, and leave their pictures."""

import os
import subprocess
import sys
import tempfile
import unittest

NOTEBOOKS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "notebooks")


class Notebooks(unittest.TestCase):
    def run_notebook(self, name, *words):
        with tempfile.TemporaryDirectory() as folder:
            words = [folder if word is None else word for word in words]
            script = os.path.join(NOTEBOOKS, name)
            ran = subprocess.run([sys.executable, script, *words], capture_output=True, text=True)
            self.assertEqual(ran.returncode, 0, ran.stderr)
            return ran.stdout, sorted(os.listdir(folder))

    def test_replay(self):
        said, files = self.run_notebook("replay.py", None)
        self.assertEqual(len(files), 6)
        self.assertNotIn("OTHERWISE", said)

    def test_league(self):
        said, _ = self.run_notebook("league.py", "1")
        self.assertEqual(len(said.splitlines()), 3)

    def test_sight(self):
        said, files = self.run_notebook("sight.py", None)
        self.assertEqual(files, ["sight.pgm"])
        self.assertIn("cells are lit", said)


if __name__ == "__main__":
    unittest.main()
