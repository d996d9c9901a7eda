import { createServer, type Server } from 'node:http'

type Asked = { readonly messages: readonly { readonly role: string; readonly content: string }[] }

/** An agent behind HTTP whose requests and answers look like a chat API, not like ours. */
export async function startDesk(port: number, key: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${key}`) {
      response.writeHead(401).end()
      return
    }
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const asked = JSON.parse(text) as Asked // our own config wrote it
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(asked)))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

function answer({ messages }: Asked) {
  const celsius = Number(/-?\d+/.exec(messages.at(-1)?.content ?? '')?.[0] ?? 0)
  const fahrenheit = Math.round(celsius * 1.8 + 32)
  return {
    choices: [
      {
        message: {
          content: `${celsius} °C are ${fahrenheit} °F.`,
          tool_calls: [{ id: 'c1', function: { name: 'convert', arguments: JSON.stringify({ celsius }) } }],
        },
      },
    ],
    usage: { prompt_tokens: 40, completion_tokens: 12 },
  }
}
