"""How random scaffolds raise and handle exceptions, and how they use context managers."""

from __future__ import annotations

from corpus.random_scaffolds.production import blocks

__all__ = ["PROTECTION"]

PROTECTION = blocks(
    "statement",
    """
# try (2)
try:
    <block>
except Exception:
    <block>

# try with failing conversion
try:
    <local number n> = int(<reply>)
    <block>
except ValueError:
    <block>

# try with missing key
try:
    <set letter> = {'yes': <letter>}[<reply>]
except KeyError:
    <set letter> = <letter>

# try else
try:
    <block>
except (ValueError, IndexError):
    <block>
else:
    <block>

# try finally
try:
    <block>
finally:
    <block>

# try except finally
try:
    <block>
except Exception:
    <block>
finally:
    <block>

# return overridden
try:
    <return>
finally:
    if <test>:
        <return>

# raised and caught
try:
    if <test>:
        raise Refused('no')
    <block>
except Refused:
    <block>

# raised again
try:
    <block>
except ValueError as error:
    raise RuntimeError('failed') from error

# exit by exception
try:
    give(<letter>)
except Found as found:
    <new letter found_letter> = found.value

# exception with a reply
try:
    raise ValueError(<reply>)
except ValueError as error:
    <new text told> = str(error)

# verdict of an exception
try:
    if <test>:
        raise Verdict(<letter>)
    raise Verdict
except Verdict as verdict:
    <new letter ruled> = verdict.letter

# argument of an exception
try:
    raise Found(<letter>)
except Found as found:
    <set letter> = found.args[0]

# one of two exceptions
try:
    if <test>:
        raise Verdict(<letter>)
    raise Refused(<letter>)
except Verdict as verdict:
    <new letter said> = verdict.weight
except Refused as refusal:
    <said> = str(refusal)

# exception passed on
try:
    try:
        raise Found(<letter>)
    except KeyError:
        <set letter> = <letter>
    finally:
        <set letter> = <letter>
except Found as found:
    <set letter> = found.value

# exception from another
try:
    try:
        raise Found(<letter>)
    except Found as found:
        raise Refused(<letter>) from found
except Refused as refusal:
    <set letter> = refusal.__cause__.value

# exception raised once more
try:
    try:
        raise Found(<letter>)
    except Found:
        raise
except Exception as error:
    <set letter> = error.value

# finally that swallows
for _ in range(2):
    try:
        <set letter> = {'A': <letter>, 'B': <letter>}[<letter>]
    finally:
        if <test>:
            continue

# nested handlers
try:
    try:
        <block>
    except KeyError:
        <block>
except Exception:
    <block>

# guarded assertion
try:
    assert <test>
    <block>
except AssertionError:
    <block>

# suppress
with contextlib.suppress(ValueError, KeyError):
    <block>

# own context manager
with Swallow():
    <block>

# context manager with a value
with Swallow() as <local flag entered>:
    <block>

# generator context manager
with session(<letter>) as <local letter held>:
    <block>

# context manager that asks
with Asking(<prompt>) as <local text heard>:
    <block>

# context manager that gives the solver
with Desk(<prompt>) as <local text asked>:
    <set text> = <asked>(<prompt>, {})
    <block>

# operator that asks in place
<local text desk> = Desk(<prompt>)
<desk> += <prompt>
<desk>['kept'] = llm_model
<set text> = <desk>['kept'](<desk>.value, {})

# two context managers
with Swallow(), contextlib.suppress(KeyError):
    <block>

# limited solver
<local function ask_some> = limited(llm_model, 2)
try:
    <new letters got> = [extract_answer(<ask_some>(<prompt>)) for _ in range(<small>)]
except Refused:
    <got> = [<letter>]

# handler that asks
try:
    <set letter> = {'A': <letter>}[<letter>]
except KeyError:
    <set letter> = extract_answer(<reply>)

# handler of the lookup error's parent
try:
    <set letter> = [<letter>][<number>]
except LookupError:
    <set letter> = <letter>

# else asks
try:
    int(<reply>)
except ValueError:
    pass
else:
    <block>

# bare handler
try:
    <block>
except:
    <block>

# handler that leaves
try:
    <block>
except Exception:
    <return>

# swallowed raise
with Swallow():
    if <test>:
        raise ValueError('lost')
    <set letter> = <letter>
""",
)
