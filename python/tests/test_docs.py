"""Every example in a docstring runs, and everything public has its words and stubs."""

import ast
import doctest
import importlib
import importlib.metadata
import inspect
import os
import re
import subprocess
import sys
import tempfile
import unittest

import parlour
import parlour._parlour as compiled

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

MODULES = ("parlour", "parlour.diplomacy", "parlour.grid", "parlour.regicide", "parlour.compat.diplomacy.game")


class Docs(unittest.TestCase):
    def test_examples_run(self):
        for name in MODULES:
            ran = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
            self.assertEqual(ran.failed, 0, name)

    def test_examples_of_methods_run(self):
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        for name, thing in vars(compiled).items():
            parts = dict(vars(thing)) if inspect.isclass(thing) else {}
            for part, value in {name: thing, **parts}.items():
                words = getattr(value, "__doc__", None) or ""
                if ">>>" in words:
                    runner.run(doctest.DocTestParser().get_doctest(words, {}, f"{name}.{part}", None, 0))
        self.assertEqual(runner.summarize(verbose=False).failed, 0)

    def test_everything_public_is_described(self):
        for name in MODULES[:4]:
            module = importlib.import_module(name)
            for public in module.__all__:
                thing = getattr(module, public)
                if not isinstance(thing, tuple):
                    self.assertTrue(thing.__doc__, public)

    def test_the_programs_of_the_readme_run(self):
        with open(os.path.join(HOME, "README.md")) as text:
            programs = re.findall(r"```python\n(.*?)```", text.read(), re.S)
        self.assertEqual(len(programs), 3)
        for program in programs:
            with tempfile.TemporaryDirectory() as folder:
                ran = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True)
            self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_the_package_brings_its_licences(self):
        tree = os.environ["PARLOUR_TREE"]
        own = {"LICENSE-MIT", "LICENSE-APACHE", "NOTICE", "crates/atlas/fonts/OFL.txt"}
        brought = {os.path.basename(str(it)): it for it in importlib.metadata.files("parlour") if "licences" in str(it)}
        self.assertEqual(set(brought), {os.path.basename(name) for name in own})
        for name in own:
            with open(os.path.join(tree, name)) as text:
                self.assertEqual(brought[os.path.basename(name)].read_text(), text.read(), name)

    def test_the_stubs_name_what_there_is(self):
        folder = os.path.dirname(parlour.__file__)
        self.assertTrue(os.path.exists(os.path.join(folder, "py.typed")))
        with open(os.path.join(folder, "_parlour.pyi")) as text:
            stubs = ast.parse(text.read())
        named = {it.name: it for it in stubs.body if isinstance(it, (ast.ClassDef, ast.FunctionDef))}
        there = {name for name in vars(compiled) if not name.startswith("_")}
        self.assertEqual(set(named), there)
        for name, stub in named.items():
            if isinstance(stub, ast.ClassDef) and name != "Core":
                own = {part for part in vars(getattr(compiled, name)) if not part.startswith("_")}
                said = {part.name for part in stub.body if isinstance(part, ast.FunctionDef) and not part.name.startswith("_")}
                self.assertEqual(said, own, name)


if __name__ == "__main__":
    unittest.main()
