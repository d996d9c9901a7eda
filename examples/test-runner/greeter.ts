import type { FunctionAgent } from 'shinsa/targets'

/** Greets by the hour of the day that it is told. */
export const greeter: FunctionAgent = (message) => {
  const hour = Number(/\d+/.exec(message)?.[0] ?? 12)
  return {
    response: hour < 12 ? 'Good morning!' : 'Good afternoon!',
    toolCalls: [{ name: 'part_of_day', args: { hour }, response: hour < 12 ? 'morning' : 'afternoon' }],
  }
}
