import type { FunctionAgent } from 'shinsa/targets'

type Tickets = { readonly euros?: number; readonly error_code?: number }

/**
 * The desk of a small museum, without a model. It asks its ticket office through `tools`, so that a case can declare what
 * the office says. One answer it makes up: the museum has no café.
 */
export const guide: FunctionAgent = async (message, { tools }) => {
  if (/café|coffee/i.test(message)) return { response: 'Yes, our café on the second floor serves coffee until 17:00.' }
  if (/ticket|cost/i.test(message)) {
    // Only what `tools.call` gets back is known of it, so it is read as what the office promises.
    const tickets = (await tools.call('ticket_price', { kind: 'adult' }, () => ({ euros: 12 }))) as Tickets
    const toolCalls = [{ name: 'ticket_price', args: { kind: 'adult' }, response: tickets }]
    return tickets.euros === undefined
      ? { response: 'Sorry, I cannot reach the ticket office at the moment.', toolCalls }
      : { response: `An adult ticket costs ${tickets.euros} euros.`, toolCalls }
  }
  return { response: 'The museum is open from Tuesday to Sunday, 10:00 to 18:00. It is closed on Monday.' }
}
