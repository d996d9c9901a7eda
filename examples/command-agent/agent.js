// The same desk as agent.py: one JSON message per line in, one JSON answer per line out.
import { createInterface } from 'node:readline'

const hours = { monday: 'from 9 to 18', saturday: 'from 10 to 14', sunday: 'not at all' }

function answer({ message, session }) {
  const text = message.toLowerCase()
  const day = Object.keys(hours).find((name) => text.includes(name)) ?? session.state.day
  if (day === undefined) return { response: 'Which day do you mean?', toolCalls: [] }
  return {
    response: `On ${day[0].toUpperCase()}${day.slice(1)} the library is open ${hours[day]}.`,
    toolCalls: [{ name: 'opening_hours', args: { day }, response: { hours: hours[day] } }],
    state: { ...session.state, day },
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))))
}
