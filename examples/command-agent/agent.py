"""The opening-hours desk of a library: one JSON message per line in, one JSON answer per line out."""

import json
import sys

HOURS = {"monday": "from 9 to 18", "saturday": "from 10 to 14", "sunday": "not at all"}


def answer(request):
    state = request["session"]["state"]
    text = request["message"].lower()
    day = next((name for name in HOURS if name in text), state.get("day"))
    if day is None:
        return {"response": "Which day do you mean?", "toolCalls": []}
    hours = HOURS[day]
    return {
        "response": f"On {day.capitalize()} the library is open {hours}.",
        "toolCalls": [{"name": "opening_hours", "args": {"day": day}, "response": {"hours": hours}}],
        "state": {**state, "day": day},
    }


sys.stdin.reconfigure(encoding="utf-8")
for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
