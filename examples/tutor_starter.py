#!/usr/bin/env python3
"""A search of your own that Banyan checks: `python3 tutor_starter.py > trace.txt`, then `banyan tutor trace.txt`.

What you write is between the two marks below; the rest prints. docs/TUTOR.md explains the five words.

    python3 tutor_starter.py                                     alpha-beta on the tree of the textbooks
    python3 tutor_starter.py "((5 -3)(2 (7 1) 4) 6)" minimax     minimax on a tree of yours
"""
import sys

INFINITY = float("inf")


def show(ply, move, alpha, beta, value="?"):
    """The five words of a step. On entering a node there is no value yet: '?'."""
    print(ply, move, alpha, beta, value)


# --- your search begins here ---

def minimax(node, maximising, ply=0, move="-"):
    show(ply, move, "-", "-")
    if not isinstance(node, list):
        value = node
    else:
        children = [minimax(child, not maximising, ply + 1, number) for number, child in enumerate(node, 1)]
        value = max(children) if maximising else min(children)
    show(ply, move, "-", "-", value)
    return value


def alphabeta(node, maximising, alpha=-INFINITY, beta=INFINITY, ply=0, move="-"):
    show(ply, move, alpha, beta)
    value = node if not isinstance(node, list) else -INFINITY if maximising else INFINITY
    for number, child in enumerate(node if isinstance(node, list) else [], 1):
        found = alphabeta(child, not maximising, alpha, beta, ply + 1, number)
        if maximising:
            value = max(value, found)
            alpha = max(alpha, value)
        else:
            value = min(value, found)
            beta = min(beta, value)
        if alpha >= beta:
            break
    show(ply, move, alpha, beta, value)
    return value

# --- and ends here ---


def read_tree(text):
    """((3 12)(2 4)) as lists in lists."""
    stack = [[]]
    for word in text.replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(float(word) if "." in word else int(word))
    return stack[0][0]


def main():
    text = sys.argv[1] if len(sys.argv) > 1 else "((3 12 8)(2 4 6)(14 5 2))"
    search = sys.argv[2] if len(sys.argv) > 2 else "alphabeta"
    print("tree", text)
    print("search", search)
    print("values max")
    {"minimax": minimax, "alphabeta": alphabeta}[search](read_tree(text), True)


main()
