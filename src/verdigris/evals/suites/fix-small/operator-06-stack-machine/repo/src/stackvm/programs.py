"""Programs that come along, as examples and for the tests."""

from __future__ import annotations

COUNTDOWN = """
        in
loop:   dup
        out
        push 1
        sub
        dup
        jz done
        jmp loop
done:   halt
"""

FACTORIAL = """
        in
        store 0
        push 1
next:   load 0
        jz end
        load 0
        mul
        load 0
        push 1
        sub
        store 0
        jmp next
end:    out
        halt
"""

GCD = """
        in
        in
again:  dup
        jz end
        swap        ; b a
        over        ; b a b
        mod         ; b (a mod b)
        jmp again
end:    drop
        out
        halt
"""

CLOCK = """
        ; minutes to hours and minutes
        in
        dup
        push 60
        div
        out
        push 60
        mod
        out
        halt
"""

HELLO = """
        push 'H'
        emit
        push 'i'
        emit
        call newline
        halt
newline:
        push 10
        emit
        ret
"""
