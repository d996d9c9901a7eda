import { createInterface } from 'node:readline'
import type { RealTool } from 'shinsa/targets'
import { desk, type CallTool } from './desk.ts'

// The desk as a program. Where somebody answers its tools, a message says at which address to ask.
for await (const line of createInterface({ input: process.stdin })) {
  const { message, tools } = JSON.parse(line) as { readonly message: string; readonly tools?: string }
  const callTool: CallTool = async (name, args, realTool) =>
    tools === undefined ? realTool(args) : ask(tools, { name, args }, realTool)
  console.log(JSON.stringify(await desk(message, callTool)))
}

async function ask(tools: string, call: Call, realTool: RealTool): Promise<unknown> {
  const { response, error, real } = await post(tools, call)
  if (error !== undefined) throw new Error(error)
  if (real === undefined) return response
  // Nobody answers in its place: the real tool runs, and says what came of it, in case it is written down.
  const result = await realTool(call.args)
  await post(tools, { real, response: result })
  return result
}

type Call = { readonly name: string; readonly args: Record<string, unknown> }
type Answer = { readonly response?: unknown; readonly error?: string; readonly real?: string }

async function post(address: string, body: object): Promise<Answer> {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body) })
  return answer.status === 204 ? {} : ((await answer.json()) as Answer)
}
