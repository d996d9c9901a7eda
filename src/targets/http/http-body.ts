import { EvalError, message } from '../../core/index.ts'

type Body = { readonly text: string; readonly cut: boolean }

/**
 * Reads a body up to `maxBytes` (after decompression) and cancels the rest.
 *
 * @throws {EvalError} `agent` for bytes that are invalid in the declared charset or UTF-8, since garbled text would be
 * compared
 */
export async function readBody(response: Response, maxBytes: number, onText?: (soFar: string) => void): Promise<Body> {
  return bodyText(response, { maxBytes, decode: strictDecoder(response), onText })
}

export async function bodyBeginning(response: Response): Promise<string> {
  const decoder = new TextDecoder(charsetOf(response))
  const decode: Decode = (chunk) => decoder.decode(chunk, { stream: chunk !== undefined })
  const { text } = await bodyText(response, { maxBytes: 4096, decode })
  return text
}

/** Without a chunk, returns the rest of the last one. */
type Decode = (chunk?: Uint8Array) => string

type Reading = {
  readonly maxBytes: number
  readonly decode: Decode
  readonly onText?: ((soFar: string) => void) | undefined
}

async function bodyText(response: Response, { maxBytes, decode, onText }: Reading): Promise<Body> {
  let text = ''
  let size = 0
  // Leaving the loop early cancels the stream, and with it the connection.
  for await (const chunk of response.body ?? []) {
    const room = maxBytes - size
    text += decode(chunk.subarray(0, room))
    size += chunk.length
    onText?.(text)
    if (size > maxBytes) return { text, cut: true }
  }
  return { text: text + decode(), cut: false }
}

function strictDecoder(response: Response): Decode {
  const charset = charsetOf(response)
  const decoder = new TextDecoder(charset, { fatal: true })
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (cause) {
      throw new EvalError('agent', message('The answer is no text in {charset}', { charset }), {
        hint: message('Answer in UTF-8, or name the charset in content-type'),
        cause,
      })
    }
  }
}

/** An unknown charset counts as not declared. */
function charsetOf({ headers }: Response): string {
  const [, declared = 'utf-8'] = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(headers.get('content-type') ?? '') ?? []
  try {
    return new TextDecoder(declared).encoding
  } catch {
    return 'utf-8'
  }
}

/**
 * Splits a streamed answer into server-sent events or lines of JSON. Comments, other fields and `[DONE]` are left out.
 */
export function streamedPieces(text: string, parse: (json: string) => unknown): readonly unknown[] {
  const lines = text.split(/\r\n|\r|\n/)
  const events = lines.some((line) => line.startsWith('data:')) ? eventData(lines) : lines
  return events.filter((piece) => piece.trim() !== '' && piece.trim() !== '[DONE]').map(parse)
}

/** Yields the data of server-sent events, up to `maxBytes`. Leaving the loop early closes the connection. */
export async function* serverSentEvents(
  response: Response,
  limit: { readonly maxBytes: number; readonly tooLong: () => EvalError },
): AsyncGenerator<string> {
  const decode = strictDecoder(response)
  let text = ''
  let recent = ''
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > limit.maxBytes) throw limit.tooLong()
    const piece = decode(chunk)
    text += piece
    // The text after the last blank line is incomplete. Looking through all of it for each chunk would take too long.
    recent = recent.slice(-3) + piece
    const blank = Math.max(recent.lastIndexOf('\n\n'), recent.lastIndexOf('\n\r\n'), recent.lastIndexOf('\r\r'))
    if (blank === -1) continue
    const end = text.length - recent.length + blank
    yield* dataIn(text.slice(0, end))
    text = text.slice(end)
  }
  yield* dataIn(text + decode())
}

function dataIn(text: string): readonly string[] {
  return eventData(text.split(/\r\n|\r|\n/)).filter((data) => data.trim() !== '')
}

// A blank line ends an event; the data lines of one event belong together.
function eventData(lines: readonly string[]): readonly string[] {
  const events: string[][] = [[]]
  for (const line of lines) {
    if (line === '') events.push([])
    else if (line.startsWith('data:')) events.at(-1)?.push(line.slice('data:'.length).replace(/^ /, ''))
  }
  return events.map((data) => data.join('\n'))
}

export function tooLong(address: string, limit: number): EvalError {
  return new EvalError('agent', message('{address} answered with more than {limit} bytes', { address, limit }), {
    hint: message('Answer with less, or raise maxReplyBytes'),
  })
}
