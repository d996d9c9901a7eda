import type { RealTool } from 'shinsa/targets'

/** Calls a tool, or whoever answers in its place. */
export type CallTool = (name: string, args: Record<string, unknown>, realTool: RealTool) => Promise<unknown>

type Parcel = { readonly status?: string; readonly city?: string; readonly error_code?: number }

/** A courier's desk, without a model. It knows nothing but what its two tools say. */
export async function desk(message: string, callTool: CallTool) {
  const [number] = /\b[A-Z]\d+\b/.exec(message) ?? []
  if (number === undefined) return { response: 'Which parcel? Its number is on your receipt.' }
  const args = { number }
  // What a tool says is read as what its owner promises.
  const parcel = (await callTool('find_parcel', args, findParcel)) as Parcel
  const found = { name: 'find_parcel', args, response: parcel }
  if (parcel.error_code !== undefined) {
    return { response: 'I cannot reach the depot. Please try again later.', toolCalls: [found] }
  }
  if (parcel.status !== 'lost') return { response: `Parcel ${number} is in ${parcel.city}.`, toolCalls: [found] }
  const opened = (await callTool('open_claim', args, openClaim)) as { readonly claim: string }
  return {
    response: `Parcel ${number} is lost. I opened the claim ${opened.claim}.`,
    toolCalls: [found, { name: 'open_claim', args, response: opened }],
  }
}

// The real tools. A claim has another number each time, so no reference could have it.
const findParcel: RealTool = ({ number }) =>
  number === 'B2' ? { status: 'lost' } : { status: 'on its way', city: 'Lyon' }
const openClaim: RealTool = () => ({ claim: `C-${Math.floor(Math.random() * 1e6)}` })
