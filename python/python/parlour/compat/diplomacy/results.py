"""Result codes, named as the package names them."""


class OrderResult(str):
    """A result code: text that also has the package's number and message."""

    __slots__ = ("code",)

    def __new__(cls, code, message):
        result = super().__new__(cls, message)
        result.code = code
        return result

    @property
    def message(self):
        """The text."""
        return str(self)

    def __reduce__(self):
        return (read_code, (str(self),))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


OK = OrderResult(0, "")
NO_CONVOY = OrderResult(10001, "no convoy")
BOUNCE = OrderResult(10002, "bounce")
VOID = OrderResult(10003, "void")
CUT = OrderResult(10004, "cut")
DISLODGED = OrderResult(10005, "dislodged")
DISRUPTED = OrderResult(10006, "disrupted")
DISBAND = OrderResult(10007, "disband")
MAYBE = OrderResult(10008, "maybe")

_BY_TEXT = {str(code): code for code in (OK, NO_CONVOY, BOUNCE, VOID, CUT, DISLODGED, DISRUPTED, DISBAND, MAYBE)}
#: In the order of `parlour.diplomacy.RESULT_BITS`; what is illegal is void there.
CODES = [VOID, VOID, NO_CONVOY, DISRUPTED, BOUNCE, CUT, DISLODGED, DISBAND]


def read_code(text):
    """The code of a text; of a package's own form (`10002:bounce`) too."""
    text = str(text)
    text = text.split(":", 1)[1] if text[:1].isdigit() and ":" in text else text
    return _BY_TEXT.get(text) or OrderResult(0, text)
