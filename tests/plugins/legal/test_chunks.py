"""What becomes of the outline: context, ties, lead-ins, metadata, detection."""

from __future__ import annotations

import subprocess
import sys

import pytest

from chunkladder import Registry, Splitter
from chunkladder_legal._format import LegalFormat

REGISTRY = Registry.of(LegalFormat())

CONTRACT = """\
ARTICLE IV

Section 4.1 Supply. The Supplier shall deliver the Lamps to the Harbor within ten days of each \
order, as Section 4.2(b) provides.

Section 4.2 Indemnification. The Supplier shall:

(a) defend the Harbor against any claim that the Lamps infringe the rights of a third party, and \
pay all costs that a court awards, in accordance with Article IV; and

(b) hold the Keeper (the "Indemnitee") harmless from any loss that comes of a Lamp that fails at \
night, wherever the ship was bound and whatever the weather was.
"""


def chunks_of(text: str, size: int = 260, **settings: object) -> list:  # type: ignore[type-arg]
    return Splitter(size=size, format="legal", registry=REGISTRY, **settings).split(text)  # type: ignore[arg-type]


def test_context_is_the_path_of_numbers_and_titles() -> None:
    last = chunks_of(CONTRACT)[-1]
    assert last.text.startswith("(b) hold the Keeper")
    assert last.path[:2] == ("ARTICLE IV", "Section 4.2 Indemnification")
    assert last.path[-1] == "(b)"


def test_lead_in_goes_into_the_context_of_what_it_leads_into() -> None:
    last = chunks_of(CONTRACT)[-1]
    assert "The Supplier shall:" in last.embed_text
    assert "The Supplier shall:" not in last.text


def test_lead_in_is_not_repeated_where_it_stands() -> None:
    (whole,) = chunks_of(CONTRACT, size=4000)
    assert whole.embed_text.count("The Supplier shall:") == 1


def test_metadata_names_clauses_terms_and_references() -> None:
    first, *_, last = chunks_of(CONTRACT)
    assert first.metadata["clauses"] == ["ARTICLE IV", "Section 4.1"]
    assert first.metadata["references"] == ["Section 4.2(b)"]
    assert last.metadata["clauses"] == ["Section 4.2(b)"]
    assert last.metadata["terms"] == ["Indemnitee"]


@pytest.mark.parametrize("size", [40, 60, 120, 260, 800])
def test_number_is_never_parted_from_its_text(size: int) -> None:
    for chunk in chunks_of(CONTRACT, size=size):
        assert not chunk.text.endswith(("Section 4.1", "Section 4.2", "(a)", "\n(b)"))
        assert not chunk.text.startswith(("4.1", "4.2 I", "a)", "b)"))


def test_heading_stays_with_the_first_sentence_below_it() -> None:
    for chunk in chunks_of(CONTRACT, size=300):
        assert chunk.text != "ARTICLE IV"
        assert not chunk.text.endswith("Indemnification.")


SENTENCE = "The Supplier shall deliver the Goods to the Buyer at the place that it names."


@pytest.mark.parametrize("gap", [" ", "\n", "\n\n"])
@pytest.mark.parametrize(
    "number",
    [
        "Section {}.",
        "SECTION {}.",
        "SEC. {}.",
        "Article {}.",
        "§ {}.",
        "Clause {}:",
        "Section {} –",
        "**Section {}.**",
        "## Section {}.",
        "{}.",
        "({})",
    ],
)
def test_sign_behind_a_number_does_not_part_it_from_its_text(number: str, gap: str) -> None:
    clauses = [f"{number.format(n)}{gap}{SENTENCE}" for n in (1, 2, 3)]
    text = "\n\n".join(f"{clause} {SENTENCE}" for clause in clauses)
    if number != "## Section {}." or gap != " ":  # there the sentence belongs to the heading
        assert [chunk.text.rstrip() for chunk in chunks_of(text, size=120)][::2] == clauses
    for chunk in chunks_of(text, size=40):
        assert chunk.text.strip() not in [number.format(n) for n in (1, 2, 3)]


def test_overlap_stops_at_clauses() -> None:
    chunks = chunks_of(CONTRACT, overlap=0.3, overlap_at="word")
    assert all(chunk.shared == 0 for chunk in chunks if chunk.text.startswith(("(", "Section")))


def test_text_without_clauses_is_plain_text_and_says_so() -> None:
    text = "The harbor was quiet. Nobody signed anything.\n\nThe lamp was lit at 9.30.\n"
    ours = chunks_of(text, size=50)
    plain = Splitter(size=50, format="text").split(text)
    assert [chunk.text for chunk in ours] == [chunk.text for chunk in plain]
    assert ours[0].metadata["fallback"] == "no clauses were found"


STATUTE = """\
Lamp Act

Section 1. Short title
This Act may be cited as the Lamp Act.

Section 2. Interpretation
(1) In this Act, lamp means a light that is shown pursuant to section 3.
(2) A keeper shall be liable for the lamp notwithstanding any agreement.

Section 3. Duty
(1) The keeper shall light the lamp at dusk.
(2) The keeper shall, pursuant to any direction hereunder, put it out at dawn.
"""


@pytest.mark.parametrize(
    "text",
    [
        CONTRACT
        + "\n\nSection 4.3 Law. This Agreement is governed by the law of the Harbor, and the "
        "parties hereby submit to its courts, notwithstanding the place of performance.\n",
        STATUTE,
        "第一条 本法适用于灯塔。\n第二条 灯塔由港口管理。\n第三条 守灯人应当守灯。\n" * 20,
    ],
    ids=["contract", "statute", "code"],
)
def test_contracts_and_statutes_are_detected(text: str) -> None:
    assert LegalFormat().sniff(text) >= 0.5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The harbor was quiet. " * 100,
        "# Guide\n\n1. Install it.\n2. Run it.\n\n```sh\nrun\n```\n\n## Use\n\n1. Open.\n2. Go.\n"
        * 9,
        "def light(lamp):\n    return lamp\n\n# 1. First\n# 2. Second\n" * 20,
        "1. Buy milk\n2. Buy oil\n3. Light the lamp\n" * 30,
        "Ann: I shall go.\nBen: You shall not.\n" * 40,
        '{"section": 1, "article": [1, 2, 3]}\n' * 30,
    ],
    ids=["empty", "prose", "markdown", "code", "list", "transcript", "json"],
)
def test_other_text_is_left_to_other_formats(text: str) -> None:
    assert LegalFormat().sniff(text) < 0.5


CLAIMING = 0.7
"""From here on a format claims even a file that is named ``.txt``."""

RFC = """\
Network Working Group                                     A. Keeper
Request for Comments: 9999                               March 2020

   The parties shall follow the rules of the harbor.

1.  Introduction

   The sender SHALL transmit a lamp pursuant to the procedures herein.

1.1.  Terminology

   The key words "MUST" and "SHALL" are to be read as in RFC 2119.

2.  Protocol

   Notwithstanding the foregoing, a node SHALL forward. The fields thereof SHALL be two.

3.  Security

   Keepers are not liable. The sender shall check.

4.  Names
"""

PAPER = """\
Liability of Lamp Keepers

Abstract. We study liability pursuant to harbor rules. Keepers shall be counted.

1. Introduction

Work on liability notes that courts shall weigh intent. Pursuant to it, models differ.

2. Methods

We took 200 cases. The parties were coded. Each shall be one row.

3. Results

Liability was found in 40% of cases. Herein we report means.
"""

REQUIREMENTS = "".join(
    f"{n}. The system shall light lamp {n} pursuant to the plan, notwithstanding errors therein.\n"
    for n in range(1, 15)
)
HAN_PROSE = (
    "我国民法典规定了合同制度。根据第一条的规定，当事人应当诚信。按照第二条，合同有效。而\n"
    "第三条 又说明了例外。学者们认为这些规定很重要。"
) * 20


@pytest.mark.parametrize(
    "text",
    [RFC, PAPER, REQUIREMENTS, HAN_PROSE, HAN_PROSE.replace("\n", "")],
    ids=["rfc", "paper", "requirements", "chinese prose", "chinese prose on one line"],
)
def test_legal_words_alone_do_not_claim_a_text_file(text: str) -> None:
    assert LegalFormat().sniff(text) <= 0.6


@pytest.mark.parametrize(
    "text",
    [
        STATUTE,
        "1. Definitions. In this Agreement the parties hereby agree on lamps.\n\n"
        f"2. Supply. {SENTENCE}\n\n"
        "3. Liability. The Supplier is not liable pursuant to Section 2.\n\n"
        "4. Governing law. This Agreement shall be governed by the law of the harbor.\n",
        "**第一条** 当事人应当诚信。\n\n**第二条** 合同有效。\n\n**第三条** 权利受保护。\n\n" * 6,
    ],
    ids=["statute", "contract", "chinese code"],
)
def test_clauses_in_sequence_and_legal_words_claim_a_text_file(text: str) -> None:
    assert LegalFormat().sniff(text) >= CLAIMING


def test_importing_the_plugin_loads_none_of_its_modules() -> None:
    code = (
        "import sys, chunkladder_legal\n"
        "print([name for name in sys.modules if name.startswith('chunkladder_legal.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_references_between_chinese_words_are_told() -> None:
    text = "第一条　灯须点亮。\n\n第二条　依照本法第一条的规定，灯芯须修剪。\n"
    found = [chunk.metadata.get("references") for chunk in chunks_of(text, 30)]
    assert found == [None, ["第一条"]]
