"""What looks like a clause number and is none, and numbers that mean two things."""

from __future__ import annotations

from inspect import cleandoc

import pytest

from chunkladder import Registry, Splitter
from chunkladder_legal._format import LegalFormat

from .outlines import labels, outline_of, outlined
from .test_chunks import chunks_of

HAZARDS = {
    "a wrapped reference is prose": (
        """
        1. Supply

        The Seller supplies lamps as agreed in
        Section 11(a) of this Agreement, and under
        Section 2 of the Lamp Act.

        2. Price

        The price follows from Article
        3 and clause
        3. The Buyer pays.

        3. Term

        One year.
        """,
        """
        1 Supply
        2 Price
        3 Term
        """,
    ),
    "a line that begins with a reference is prose": (
        """
        Article 4

        The lamp is lit.

        Article 5 applies to ships.

        Article 5

        Ships are ships.

        Article 6 and Article 7 are repealed.
        """,
        """
        Article 4
        Article 5
        """,
    ),
    "a wrapped German reference is prose": (
        """
        ### § 1 Zweck

        (1) Das Feuer brennt, soweit
        § 2 Absatz 2 gilt oder
        § 2 Satz 1 nichts anderes bestimmt.

        (2) Im Übrigen ruht es.

        ### § 2 Kosten

        Die Kosten trägt der Hafen.
        """,
        """
        § 1 Zweck
          (1)
          (2)
        § 2 Kosten
        """,
    ),
    "a reference in running text is prose": (
        """
        1. Supply. The Seller shall, subject to Section 2. 3 lamps are spare.  2. Price. As in \
        Section  1.2 of the Act, and (a) and (b) of Section 3. 3. Term. One year.
        """,
        """
        1 Supply
        2 Price
        3 Term
        """,
    ),
    "a table of contents with dots makes no sections": (
        """
        Index to Sections
        1. Definitions ........................ 4
        2. Term ............................... 7
        (a) Effectiveness ..................... 7
        (b) Survival .......................... 8
        3. Exhibits ........................... 8

        1. Definitions

        A lamp is a light.

        2. Term

        (a) Effectiveness

        It takes effect.

        (b) Survival

        It survives.

        3. Exhibits

        There are none.
        """,
        """
        1 Definitions
        2 Term
          (a) Effectiveness
          (b) Survival
        3 Exhibits
        """,
    ),
    "a table of contents without dots makes no sections": (
        """
        CONTENTS

        1. Definitions
        2. Delivery of lamps
        3. Governing law

        1. Definitions

        A lamp is a light.

        2. Delivery of lamps

        Lamps are delivered.

        3. Governing law

        The law of the harbor governs.
        """,
        """
        1 Definitions
        2 Delivery of lamps
        3 Governing law
        """,
    ),
    "numbers of pages are prose": (
        """
        1. Supply

        The Seller supplies
        1
        Example of a Lamp Agreement 2
        lamps.
        \f
        2

        2. Price

        The Buyer pays 2.5 million coins and
        3.1 percent.
        """,
        """
        1 Supply
        2 Price
        """,
    ),
    "(i) behind (h) is a letter": (
        "1. Terms\n\n"
        + "\n".join(f"({letter}) the {letter} lamp;" for letter in "abcdefghijk")
        + "\n\n2. End\n\nDone.\n",
        "1 Terms\n" + "\n".join(f"  ({letter})" for letter in "abcdefghijk") + "\n2 End",
    ),
    "(i) that opens a level is Roman": (
        """
        (h) the Seller shall
        (i) light lamps;
        (ii) burn oil;
        (iii) cut wicks;
        (iv) clean glass; and
        (v) go home;
        """,
        """
        (i)
        (ii)
        (iii)
        (iv)
        (v)
        """,
    ),
    "(i) behind (h) is Roman where (ii) follows": (
        "".join(f"({letter}) the {letter} lamp;\n" for letter in "abcdefgh")
        + "(i) lit by night;\n(ii) lit by day;\n(i) the other lamp;\n(j) the last lamp.\n",
        "".join(f"({letter})\n" for letter in "abcdefgh") + "  (i)\n  (ii)\n(i)\n(j)",
    ),
    "(v), (x) and (c) go on with Roman numerals": (
        "1. Terms\n\n"
        + "".join(
            f"({n}) lamp;\n"
            for n in ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi"]
        )
        + "\n2. End\n\nDone.\n",
        "1 Terms\n"
        + "".join(
            f"  ({n})\n"
            for n in ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi"]
        )
        + "2 End",
    ),
    "double letters go on behind (z)": (
        "1. Terms\n\n"
        + "".join(f"({n}) lamp;\n" for n in [*"abcdefghijklmnopqrstuvwxyz", "aa", "bb", "cc"])
        + "\n2. End\n\nDone.\n",
        "1 Terms\n"
        + "".join(f"  ({n})\n" for n in [*"abcdefghijklmnopqrstuvwxyz", "aa", "bb", "cc"])
        + "2 End",
    ),
    "blanks and choices are prose": (
        """
        1. Parties

        The Seller is [INSERT NAME] and the Buyer is ______ of ______.

        ☐ [LIMITED] OR [PLC]

        2. Price

        [x] The price is ______.
        """,
        """
        1 Parties
        2 Price
        """,
    ),
    "a bill's section goes on behind what it adds to a code": (
        """
        SECTION 1. The council finds all of the following:
        (a) Lamps are good.
        (b) Ships are many.
        SEC. 2. Chapter 25.1 (commencing with Section 22757.10) is added to the Lamp Code, to read:
        CHAPTER  25.1. Lamps of Harbors Act
        22757.10. This chapter shall be known as the Lamps of Harbors Act.
        22757.11. Loss of oil does not count as damage for the purposes of this chapter.
        SEC. 3. Section 11546.8 is added to the Oil Code, to read:
        11546.8. (a) There is hereby established a tank.
        (b) This section is inoperative until the tank is paid for under this section.
        SEC. 4. Chapter 5.1 (commencing with Section 1107) is added to the Ship Code, to read:
        CHAPTER  5.1. Protection of Keepers
        1107. For purposes of this chapter, a keeper is a person.
        1107.1. A master shall not hinder a keeper.
        1107.2. Loss of oil does not count as damage for the purposes of this chapter.
        SEC. 5. (a) The provisions of this act are severable.
        (b) This act is to be read widely.
        SEC. 6. The council finds that Section 2 of this act limits access.
        """,
        """
        SECTION 1
          (a)
          (b)
        SEC. 2
          22757.10
          22757.11
        SEC. 3
          (a)
          (b)
        SEC. 4
          1107.1
          1107.2
        SEC. 5
          (a)
          (b)
        SEC. 6
        """,
    ),
    "a wrapped sentence does not take the number of the clause behind it": (
        """
        1. Scope. The Seller supplies lamps.

        2. Price. The Buyer pays. It costs
        3. The rest is due. It is paid at dusk.

        3. Term. The meeting of May
        4. 2020 was held.

        4. Law. It ends on May 1. 5. The rest is ruled.

        5. End. The Seller leaves.
        """,
        """
        1 Scope
        2 Price
        3 Term
        4 Law
        5 End
        """,
    ),
    "a wrapped sentence does not take any kind of number": (
        """
        Section 1. Scope. The Seller supplies lamps.

        Section 2. Price. The Buyer pays. It costs what is due as the
        Section 3. The rest is due.

        Section 3. Parties

        (a) The Seller sells.

        (b) The Buyer pays as the other party
        (c) The rest is due.

        (c) The keeper keeps.

        Section 4. Works

        4.1 Oil is good.

        4.2 The ships of the port are many. They are
        4.3 The rest is sunk.

        4.3 Docks are few.
        """,
        """
        Section 1 Scope
        Section 2 Price
        Section 3 Parties
          (a)
          (b)
          (c)
        Section 4 Works
          4.1
          4.2
          4.3
        """,
    ),
    "a wrapped sentence behind the last clause is prose": (
        """
        1. Scope. The Seller supplies lamps.

        2. Price. The Buyer pays in coins at the place that it names. It costs
        3. The rest is due.
        """,
        """
        1 Scope
        2 Price
        """,
    ),
    "a wrapped German day is prose": (
        """
        1. Zweck. Das Feuer brennt.

        2. Beginn. Es brennt vom
        3. Mai 2020 an.

        3. Dauer. Ein Jahr.
        """,
        """
        1 Zweck
        2 Beginn
        3 Dauer
        """,
    ),
    "lists of lines without signs begin anew": (
        """
        Buy
        1. Apples
        2. Pears
        3. Plums

        Then

        1. Wash

        2. Cut

        3. Eat
        """,
        """
        1 Apples
        2 Pears
        3 Plums
        1 Wash
        2 Cut
        3 Eat
        """,
    ),
    "what goes on from before an exhibit closes it": (
        """
        Article 1. Scope. The Seller supplies lamps.

        Article 2. Price. The Buyer pays.

        Exhibit A

        The price list.

        Article 3. Term. One year.

        Exhibit B

        Article 1. Oil. It burns.

        Article 2. Wicks. They burn.

        Exhibit C

        Article 3. Ships. They sail.
        """,
        """
        Article 1 Scope
        Article 2 Price
        Exhibit A
        Article 3 Term
        Exhibit B
          Article 1 Oil
          Article 2 Wicks
        Exhibit C
          Article 3 Ships
        """,
    ),
    "a number alone that goes on from before an exhibit closes it": (
        """
        1. Scope. The Seller supplies lamps.

        2. Price. The Buyer pays.

        Exhibit A

        The price list.

        3. Term. One year.
        """,
        """
        1 Scope
        2 Price
        Exhibit A
        3 Term
        """,
    ),
    "a table of contents that lost its line breaks is prose": (
        """
        Contents  1. Scope  1  2. Price  2  3. Term  3  4. Law  4

        1. Scope. The Seller supplies lamps.

        2. Price. The Buyer pays.

        3. Term. One year.

        4. Law. Of the harbor.
        """,
        """
        1 Scope
        2 Price
        3 Term
        4 Law
        """,
    ),
    "a table of contents on the line of its heading is prose": (
        """
        TABLE OF CONTENTS ARTICLE 1. SCOPE. ARTICLE 2. PRICE. ARTICLE 3. TERM.

        ARTICLE 1. SCOPE

        The Seller supplies lamps.

        ARTICLE 2. PRICE

        The Buyer pays.

        ARTICLE 3. TERM

        One year.
        """,
        """
        ARTICLE 1 SCOPE
        ARTICLE 2 PRICE
        ARTICLE 3 TERM
        """,
    ),
    "a bill's table of contents inside its first section is prose": (
        """
        SECTION 1. SHORT TITLE; TABLE OF CONTENTS.

            (a) Short Title.--This Act is the Lamps Act.
            (b) Table of Contents.--The table of contents is as follows:

        Sec. 1. Short title; table of contents.
        Sec. 2. Definitions.
        Sec. 3. Lamps.
        Sec. 4. Wicks.

        SEC. 2. DEFINITIONS.

        A lamp is a light.

        SEC. 3. LAMPS.

        Lamps are lit.

        SEC. 4. WICKS.

        Wicks are trimmed.
        """,
        """
        SECTION 1 SHORT TITLE; TABLE OF CONTENTS
          (a) Short Title
          (b) Table of Contents
        SEC. 2 DEFINITIONS
        SEC. 3 LAMPS
        SEC. 4 WICKS
        """,
    ),
    "a table of exhibits is prose, in other columns and under a plural": (
        """
        EXHIBITS

        EXHIBIT A          FORM OF LAMP, WITH WICKS AND A GLASS

        EXHIBIT B          FORM OF WICK

        EXHIBIT C          GLASSES

        EXHIBIT D          SUMMARY OF OIL

        1. Supply. The Seller supplies lamps.

        2. Price. The Buyer pays.

        Exhibit A  Form of Lamp, with Wicks and a Glass

        The lamp is lit.

        Exhibit B  Form of Wick

        The wick is long.

        Exhibit C  Glasses

        They are clean.

        Exhibit D  Summary of Oil

        It is dry.
        """,
        """
        1 Supply
        2 Price
        Exhibit A Form of Lamp, with Wicks and a Glass
        Exhibit B Form of Wick
        Exhibit C Glasses
        Exhibit D Summary of Oil
        """,
    ),
    "an entry of a table of contents that lost its dots is prose": (
        """
        1. Scope ........ 1
        2. Price
        3. Term ......... 2

        1. Scope

        The Seller supplies lamps.

        2. Prices

        The Buyer pays.

        3. Term

        One year.
        """,
        """
        1 Scope
        2 Prices
        3 Term
        """,
    ),
    "reserved sections do not end the outline": (
        """
        § 101.1 Scope.

        (a) All lamps are lit.

        (b) No wick is.

        § 101.2 Terms.

        A lamp is a light.

        §§ 101.3-101.4 [Reserved]

        § 101.5 Duties.

        (a) The keepers keep them.

        (b) The others do not.
        """,
        """
        § 101.1 Scope
          (a)
          (b)
        § 101.2 Terms
        § 101.5 Duties
          (a)
          (b)
        """,
    ),
    "a clause that is quoted does not stand for the next one": (
        """
        1. Scope. The Agreement is amended.

        2. Section 4 is replaced by:

        "4. Fees.

        4.1 The fee is ten coins.

        4.2 The fee is due."

        3. All else remains.

        4. Law. Of the harbor.
        """,
        """
        1 Scope
        2
          4.1
          4.2 The fee is due."
        3
        4 Law
        """,
    ),
    "a missing clause does not end the outline": (
        """
        1. Supply

        Lamps.

        2. Price

        Coins.

        4. Term

        One year.

        5. Law

        Of the harbor.
        """,
        """
        1 Supply
        2 Price
        4 Term
        5 Law
        """,
    ),
}


@pytest.mark.parametrize("hazard", HAZARDS)
def test_outline_holds_what_begins_clauses_and_no_more(hazard: str) -> None:
    text, expected = HAZARDS[hazard]
    assert outlined(cleandoc(text) + "\n") == labels(expected)


def test_exhibits_are_counted_by_letters_that_are_roman_numerals_too() -> None:
    expected = [f"Exhibit {letter}" for letter in "ABCDEFGHIJKLM"]
    assert outlined("\n\nWords.\n\n".join(expected) + "\n") == expected


def test_articles_are_counted_by_roman_numerals_that_are_letters_too() -> None:
    expected = [f"Article {number}" for number in ("I", "II", "III", "IV", "V", "VI")]
    assert outlined("\n\nWords.\n\n".join(expected) + "\n") == expected


def test_section_of_a_bill_stays_with_its_first_subsection() -> None:
    text = cleandoc(HAZARDS["a bill's section goes on behind what it adds to a code"][0])
    splitter = Splitter(size=70, format="legal", registry=Registry.of(LegalFormat()))
    (found,) = [chunk for chunk in splitter.split(text) if "SEC. 5." in chunk.text]
    assert "SEC. 5. (a) The provisions of this act are severable." in found.text
    assert found.metadata["clauses"] == ["SEC. 5", "SEC. 5(a)"]


def test_wrapped_line_of_capitalized_words_is_no_title() -> None:
    text = "(1) Die Freiheit des Feuers\nder Lampen besteht.\n\n(2) Sie endet am Tag.\n"
    assert outlined(text) == ["(1)", "(2)"]


DEFINITIONS = """\
1. Definitions

In this Agreement:

"Keeper" means the person who keeps the lamp and who is named on the cover of this form.

"Lamp" means a light.

**Oil** means fuel.

Wick:\tis a cord.

2. Term

One year.
"""


def test_definitions_without_numbers_are_parted_and_named() -> None:
    outline = outline_of(DEFINITIONS)
    assert [term.words for term in outline.terms] == ["Keeper", "Lamp", "Oil"]
    splitter = Splitter(size=100, format="legal", registry=Registry.of(LegalFormat()))
    chunks = splitter.split(DEFINITIONS)
    starts = {chunk.start for chunk in chunks}
    assert {DEFINITIONS.index('"Keeper"'), DEFINITIONS.index('"Lamp"')} <= starts
    assert any(chunk.rung == "definition" for chunk in chunks)


def test_blank_lines_of_a_page_break_do_not_end_a_paragraph() -> None:
    text = "1. Supply. The Seller shall supply lamps and\n\n\n\noil.\n\n2. Price. Coins.\n"
    rungs = {
        getattr(rung, "name", rung): getattr(rung, "cuts", ())
        for rung in outline_of(text).ladder.rungs
    }
    assert text.index("oil") not in rungs["paragraph"]
    assert text.index("2.") in rungs["paragraph"]


def test_leaders_without_a_number_are_prose() -> None:
    chunk = chunks_of("Lamps ........ four\nWicks ........ five\n")[0]
    assert chunk.metadata == {"fallback": "no clauses were found"}
