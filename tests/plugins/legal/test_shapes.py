"""The numbering families: each with made-up words and the outline that a reader would draw."""

from __future__ import annotations

from inspect import cleandoc

import pytest

from .outlines import labels, outlined

SHAPES = {
    "german statute under Markdown headings": (
        """
        ## Erster Abschnitt - Leuchtfeuer

        ### § 1 Zweck

        (1) Das Feuer dient der Fahrt.

        (2) Es brennt

        1.  bei Nacht,

        2.  bei Nebel,

            a)  wenn er dicht ist,

            b)  wenn er dauert.

        (2a) Es ruht am Tag.

        ### § 2 (weggefallen)

        ### § 3a Kosten

        Die Kosten trägt der Hafen.
        """,
        """
        Erster Abschnitt Leuchtfeuer
          § 1 Zweck
            (1)
            (2)
              1
              2
                a)
                b)
            (2a)
          § 2 (weggefallen)
          § 3a Kosten
        """,
    ),
    "part, chapter, article": (
        """
        PART I

        CHAPTER 1

        Article 1
        Scope

        This Act applies to lanterns.

        Article 2
        Oil

        1. Oil is kept dry.
        2. Oil is kept:
        (a) in jars;
        (b) in casks.

        CHAPTER 2

        Article 3
        Wicks

        Wicks are trimmed daily.

        PART II

        Article 4

        The Minister may make rules.
        """,
        """
        PART I
          CHAPTER 1
            Article 1 Scope
            Article 2 Oil
              1
              2
                (a)
                (b)
          CHAPTER 2
            Article 3 Wicks
        PART II
          Article 4
        """,
    ),
    "article and section alone on their lines": (
        """
        Article I

        Section 1

        All keys are kept by the Warden.

        Section 2

        The Warden is chosen yearly.

        Article II

        Section 1

        The Clerk writes.
        """,
        """
        Article I
          Section 1
          Section 2
        Article II
          Section 1
        """,
    ),
    "European regulation with recitals": (
        """
        Whereas:

        (1) Lamps are traded widely.

        (2) Rules on lamps differ.

        HAVE ADOPTED THIS REGULATION:

        Article 1

        Subject matter

        1.   This Regulation lays down rules.

        2.   It shall apply to:

        (a) lamps;

        (b) wicks, that is

        (i) short ones;

        (ii) long ones.

        Article 2

        Definitions

        For the purposes of this Regulation, lamps are lamps.

        ANNEX I

        1.1. Small lamps

        1.2. Large lamps
        """,
        """
        (1)
        (2)
        Article 1 Subject matter
          1
          2
            (a)
            (b)
              (i)
              (ii)
        Article 2 Definitions
        ANNEX I
          1.1 Small lamps
          1.2 Large lamps
        """,
    ),
    "decimal numbers": (
        """
        1. Definitions

        1.1 In this Agreement words have their meaning.

        1.2 Headings are ignored.

        2. Supply

        2.1 The Seller sells.

        2.1.1 It sells lamps.

        2.1.2 It sells oil.

        2.2 The Buyer buys.
        """,
        """
        1 Definitions
          1.1
          1.2
        2 Supply
          2.1
            2.1.1
            2.1.2
          2.2
        """,
    ),
    "decimal numbers behind tabs, and a schedule": (
        """
        1.\tDEFINITIONS

        1.1\tIn this Agreement:

        (1)\t[INSERT NAME] is the Seller.

        (2)\t[INSERT NAME] is the Buyer.

        2.\tTERM

        2.1\tThe term is one year.

        SCHEDULE 1

        Part 1

        Lamps.

        Part 2

        Oil.
        """,
        """
        1 DEFINITIONS
          1.1
            (1)
            (2)
        2 TERM
          2.1
        SCHEDULE 1
          Part 1
          Part 2
        """,
    ),
    "clauses whose line breaks are lost": (
        """
        This Agreement is made today.     1. SUPPLY     1.1. Orders. The Buyer orders lamps \
        under Section 2.1 of this Agreement.  1.2. Delivery. The Seller delivers.     2. PRICE \
            2.1. Payment. The Buyer pays.  2.2. Taxes. The Buyer bears taxes.
        """,
        """
        1 SUPPLY
          1.1 Orders
          1.2 Delivery
        2 PRICE
          2.1 Payment
          2.2 Taxes
        """,
    ),
    "clauses in running text behind single spaces": (
        """
        The parties agree: 1. SUPPLY 1.1 The Seller supplies lamps. 1.2 The Buyer takes them. \
        2. PRICE 2.1 License Fee: The Buyer pays one coin as set out in 1.1 above. 2.2 Taxes are \
        extra.
        """,
        """
        1 SUPPLY
          1.1
          1.2
        2 PRICE
          2.1 License Fee
          2.2
        """,
    ),
    "run-in sections with subsections on the same line": (
        """
        SECTION 1. The Harbor finds:
        (a) Lamps are bright.
        (b) Oil is dear.
        SEC. 2. Chapter 9 is added, to read:
        9001.10. This chapter may be cited as the Lamp Act.
        9001.11. For purposes of this chapter:
        (a) "Lamp" means a light.
        (b) (1) "Oil" means fuel.
        (2) "Oil" does not include water.
        (c) "Wick" means a cord.
        """,
        """
        SECTION 1
          (a)
          (b)
        SEC. 2
          9001.10
          9001.11
            (a) "Lamp"
            (b)
              (1) "Oil"
              (2) "Oil"
            (c) "Wick"
        """,
    ),
    "bold numbers": (
        """
        # Lamp Terms

        **1. The Service**. The Seller lights lamps.

        **2. Fees**.

        **2.1. Payment**. The Buyer pays.

        **2.2. Taxes**. The Buyer bears taxes.
        """,
        """
        Lamp Terms
          1 The Service
          2 Fees
            2.1 Payment
            2.2 Taxes
        """,
    ),
    "bold titles in a numbered list": (
        """
        1. **Introduction**. This form is a form.

        2. **Use**. The Receiver shall:

           (a) _Care_. keep it safe;

           (b) _Return_. return it.

        3. **Law**. The law of the harbor governs.
        """,
        """
        1 Introduction
        2 Use
          (a) Care
          (b) Return
        3 Law
        """,
    ),
    "articles with decimal numbers": (
        """
        DEFINED TERMS

        ARTICLE 1.1. Company. The company is the Lamp Company.

        ARTICLE 1.2. Member. A member is a keeper.

        MANAGEMENT

        ARTICLE 2.1. Board. The board meets monthly.
        """,
        """
        ARTICLE 1.1 Company
        ARTICLE 1.2 Member
        ARTICLE 2.1 Board
        """,
    ),
    "sections with a dash, then letters and figures": (
        """
        Section 1 -- Definitions.

          a. Lamp means a light.

          b. Oil means fuel.

        Section 2 -- Scope.

          a. License grant.

               1. You may:

                    a. light it; and

                    b. carry it.

               2. You may not sell it.

          b. Other rights.

               1. None are given.

               2. None are taken.
        """,
        """
        Section 1 Definitions
          a
          b
        Section 2 Scope
          a
            1
              a
              b
            2
          b
            1
            2
        """,
    ),
    "a license that counts from zero": (
        """
          0. Definitions.

          "This License" refers to this one.

          1. Source Code.

          The source code is the code:

            a) as written; and

            b) as edited.

          2. Basic Permissions.

          You may run it.
        """,
        """
        0 Definitions
        1 Source Code
          a)
          b)
        2 Basic Permissions
        """,
    ),
    "underlined headings": (
        """
        1. Definitions
        --------------

        1.1. "Lamp"
            means a light.

        1.2. "Oil"
            means fuel.

        2. License Grants
        -----------------

        2.1. Grants

        You may light it.
        """,
        """
        1 Definitions
          1.1 "Lamp"
          1.2 "Oil"
        2 License Grants
          2.1 Grants
        """,
    ),
    "Chinese code": (
        """
        # 灯塔法

        ## 第一章  总则

        第一条 本法适用于灯塔。

        第二条 下列灯塔除外：

        （一）废弃的灯塔；

        （二）私人的灯塔。

        ## 第二章  管理

        ### 第一节  守灯人

        第三条 守灯人由港口任命。

        第三条之一 守灯人可以辞职。

        第四条 守灯人不得离岗。
        """,
        """
        灯塔法
          第一章 总则
            第一条
            第二条
              （一）
              （二）
          第二章 管理
            第一节 守灯人
              第三条
              第三条之一
              第四条
        """,
    ),
    "French code": (
        """
        TITRE I

        CHAPITRE I

        Article L110-1

        Les lampes sont allumées.

        Article L110-2

        Les lampes sont éteintes.

        CHAPITRE II

        Article L120-1

        L'huile est chère.
        """,
        """
        TITRE I
          CHAPITRE I
            Article L110-1
            Article L110-2
          CHAPITRE II
            Article L120-1
        """,
    ),
    "Canadian act with bullets": (
        """
        ## Lamps

        ### 3.01 Keeping

        (1) The keeper shall keep

        - (a) lamps;

        - (b) oil, that is

          - (i) old oil, or

          - (ii) new oil,

            - (A) in casks, or

            - (B) in jars.

        **Exception**

        (2) Subsection (1) does not apply at sea.

        ### 3.1 Paying

        The keeper is paid.
        """,
        """
        Lamps
          3.01 Keeping
            (1)
              (a)
              (b)
                (i)
                (ii)
                  (A)
                  (B)
            (2)
          3.1 Paying
        """,
    ),
    "Debian style": (
        """
        1. Introduction

           This is a project.

        2. Bodies

           Decisions are made by:
            1. The Keepers;
            2. The Leader.

          2.1. Powers

           The Leader may:
            1. appoint keepers;
            2. light lamps.

          2.2. Limits

           See §2.1(2).

        3. Assets

           There are none.
        """,
        """
        1 Introduction
        2 Bodies
          1
          2 The Leader
          2.1 Powers
            1
            2
          2.2 Limits
        3 Assets
        """,
    ),
    "exhibits and appendices": (
        """
        1. Sale

        The Seller sells.

        2. Law

        The law governs.

        Exhibit A

        1. Lamps

        2. Oil

        Appendix 2 to Exhibit A

        Wicks.
        """,
        """
        1 Sale
        2 Law
        Exhibit A
          1 Lamps
          2 Oil
        Appendix 2
        """,
    ),
    "Roman and capital letters": (
        """
        I. GENERAL

        A. Lamps

        The lamps are lit.

        B. Oil

        The oil is burned.

        II. SPECIAL

        A. Wicks

        The wicks are cut.

        B. Glass

        The glass is cleaned.
        """,
        """
        I GENERAL
          A Lamps
          B Oil
        II SPECIAL
          A Wicks
          B Glass
        """,
    ),
    "parties, recitals, clauses": (
        """
        BETWEEN:
        (1) LAMP LIMITED, a company of the harbor (the "Seller"); and
        (2) WICK PLC (the "Buyer").

        BACKGROUND
        (A) The Seller makes lamps.
        (B) The Buyer burns them.

        AGREED TERMS

        1. INTERPRETATION
        1.1 Words have their meaning.
        1.2 A lamp is a light.
        2. SUPPLY
        2.1 The Seller shall supply lamps.
        2.2 The Buyer shall pay.
        """,
        """
        (1)
        (2) WICK PLC (the "Buyer")
          (A)
          (B)
        1 INTERPRETATION
          1.1
          1.2
        2 SUPPLY
          2.1
          2.2
        """,
    ),
    "recitals by letters, clauses by numbers": (
        """
        A. The Seller makes lamps.

        B. The Buyer burns them.

        NOW, THEREFORE, the parties agree:

        1. Supply. The Seller supplies lamps.

        2. Price.

        (a) The Buyer pays ten coins.

        (b) No more.

        3. Term. One year.
        """,
        """
        A
        B
        1 Supply
        2 Price
          (a)
          (b)
        3 Term
        """,
    ),
    "French code with books": (
        """
        Livre Ier : Des phares

        Titre Ier : Des lampes

        Chapitre Ier : Des mèches

        Article L111-1

        Les mèches sont :

        1° Les longues ;

        2° Les courtes.

        Article L111-2

        Nul ne les coupe.

        Chapitre II : Des verres

        Article L112-1

        Les verres sont propres.

        Titre II : Des huiles

        Article L121-1

        L'huile est sèche.
        """,
        """
        Livre Ier Des phares
          Titre Ier Des lampes
            Chapitre Ier Des mèches
              Article L111-1
                1°
                2°
              Article L111-2
            Chapitre II Des verres
              Article L112-1
          Titre II Des huiles
            Article L121-1
        """,
    ),
    "German titles inside a division, phrases in a list": (
        """
        Buch 1
        Allgemeines

        Abschnitt 1
        Feuer

        Titel 1
        Lampen

        Untertitel 1
        Dochte

        § 1 Ende
        (1) Das Feuer endet, wenn
        1. die Lampe sinkt,
        2. der Docht
        a) brennt oder
        b) fault.
        (2) Es beginnt nachts.

        § 2 Anfang
        Es beginnt nachts.

        Titel 2
        Gläser

        § 3 Glas
        Das Glas ist rein.
        """,
        """
        Buch 1 Allgemeines
          Abschnitt 1 Feuer
            Titel 1 Lampen
              Untertitel 1 Dochte
                § 1 Ende
                  (1)
                    1
                    2
                      a)
                      b)
                  (2)
                § 2 Anfang
            Titel 2 Gläser
              § 3 Glas
        """,
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_outline_is_what_a_reader_would_draw(shape: str) -> None:
    text, expected = SHAPES[shape]
    assert outlined(cleandoc(text) + "\n") == labels(expected)


@pytest.mark.parametrize("shape", SHAPES)
def test_outline_is_the_same_with_other_line_ends(shape: str) -> None:
    text, expected = SHAPES[shape]
    assert outlined(cleandoc(text).replace("\n", "\r\n")) == labels(expected)
