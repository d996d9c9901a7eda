import { z } from 'zod'
import { EvalError, message } from '../../core/index.ts'
import { excerpt } from '../excerpt.ts'
import { refusedUrl, shownUrl } from '../http/http-redirects.ts'
import type { JsonApi } from '../http/json-api.ts'

const Interface = z.object({
  url: z.string(),
  protocolBinding: z.string().optional(),
  protocolVersion: z.string().optional(),
  /** The name of the binding before 1.0. */
  transport: z.string().optional(),
})
const Card = z.object({
  name: z.string().catch('agent'),
  protocolVersion: z.string().optional().catch(undefined),
  capabilities: z
    .object({ streaming: z.boolean().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  skills: z
    .array(z.object({ name: z.string() }))
    .optional()
    .catch(undefined),
  supportedInterfaces: z.array(Interface).optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  preferredTransport: z.string().optional().catch(undefined),
  additionalInterfaces: z.array(Interface).optional().catch(undefined),
})
type Card = z.infer<typeof Card>

export type ProtocolVersion = '1.0' | '0.3'

export type AgentPlace = {
  readonly name: string
  readonly skills: readonly string[]
  readonly streams: boolean
  readonly dialect: ProtocolVersion
  readonly address: string
}

type CardOptions = {
  /** The address of requests, in place of the card's. */
  readonly endpoint?: string | undefined
  /** Time limit in milliseconds; defaults to 30,000. */
  readonly limitMs?: number
}

/**
 * Reads the card of an agent. Cards are searched at their current and former paths, below the address and at its root.
 *
 * @throws {EvalError} `target` when there is no agent, or none with a supported binding
 */
export async function readAgentCard(
  url: URL,
  api: JsonApi,
  { endpoint, limitMs = 30_000 }: CardOptions = {},
): Promise<AgentPlace> {
  const signal = AbortSignal.timeout(limitMs)
  for (const address of cardPlaces(url)) {
    const card = await cardAt(address, { api, signal }).catch((error: unknown) => {
      const values = { address: shownUrl(url), seconds: limitMs / 1000 }
      throw signal.aborted
        ? new EvalError('target', message('{address} did not answer within {seconds} s', values))
        : error
    })
    if (card !== undefined) return { ...placeOf(card, url, endpoint), name: excerpt(card.name, 80) }
  }
  throw new EvalError('target', message('{address} has no agent card', { address: shownUrl(url) }), {
    hint: message('It is looked for at {paths}.', { paths: paths.map((path) => `/${path}`).join(', ') }),
  })
}

const paths = ['.well-known/agent-card.json', '.well-known/agent.json']

function cardPlaces(url: URL): readonly string[] {
  if (/\.json$/i.test(url.pathname)) return [url.href]
  const folders = new Set([url.pathname.replace(/(?<!\/)\/+$/, ''), ''])
  return paths.flatMap((path) =>
    [...folders].map((folder) => Object.assign(new URL(url), { pathname: `${folder}/${path}`, hash: '' }).href),
  )
}

async function cardAt(
  address: string,
  { api, signal }: { readonly api: JsonApi; readonly signal: AbortSignal },
): Promise<Card | undefined> {
  try {
    // A server may have a card for each version; without a header it sends the older one.
    for (const version of ['1.0', undefined]) {
      const headers = { accept: 'application/json', ...(version !== undefined && { 'A2A-Version': version }) }
      const text = await api.text(address, { signal, headers })
      const card = text === undefined ? undefined : cardIn(text, api)
      if (card !== undefined) return card
    }
    return undefined
  } catch (error) {
    if (!(error instanceof EvalError)) throw error
    throw new EvalError('target', error.sentence, { hint: error.hint, cause: error })
  }
}

/** Undefined for anything else, usually a web page. */
function cardIn(text: string, api: JsonApi): Card | undefined {
  if (/^\s*</.test(text)) return undefined
  const card = Card.safeParse(api.parse(text)).data
  return card?.url === undefined && card?.supportedInterfaces === undefined ? undefined : card
}

function placeOf(card: Card, asked: URL, endpoint: string | undefined): Omit<AgentPlace, 'name'> {
  const offers = offersOf(card)
  const spoken = offers.filter(({ binding }) => binding.toUpperCase() === 'JSONRPC')
  const isMeant = ({ url }: Offer) =>
    endpoint === undefined ? isSameHost(URL.parse(url, asked.href), asked) : url === endpoint
  const offer = spoken.find(isMeant) ?? spoken[0]
  if (offer === undefined) throw noBinding(card, offers)
  return {
    skills: (card.skills ?? []).map(({ name }) => name),
    streams: card.capabilities?.streaming === true,
    dialect: offer.version.startsWith('0.') ? '0.3' : '1.0',
    address: endpoint ?? addressOf(offer.url, asked),
  }
}

type Offer = { readonly url: string; readonly binding: string; readonly version: string }

function offersOf({
  supportedInterfaces,
  url,
  preferredTransport,
  additionalInterfaces,
  ...card
}: Card): readonly Offer[] {
  const former = card.protocolVersion ?? '0.3.0'
  const own = url === undefined ? [] : [{ url, binding: preferredTransport ?? 'JSONRPC', version: former }]
  const others = (additionalInterfaces ?? []).map((one) => ({
    url: one.url,
    binding: one.transport ?? '',
    version: former,
  }))
  const current = (supportedInterfaces ?? []).map((one) => ({
    url: one.url,
    binding: one.protocolBinding ?? '',
    version: one.protocolVersion ?? '1.0',
  }))
  // An agent that speaks both versions is called in the newer one.
  const isFormer = ({ version }: Offer) => version.startsWith('0.')
  return [...current.filter((one) => !isFormer(one)), ...current.filter(isFormer), ...own, ...others]
}

/** A card must not redirect the conversation and the headers to another origin. */
function addressOf(text: string, asked: URL): string {
  const url = URL.parse(text, asked.href)
  if (isSameHost(url, asked)) return url.href
  const isUsable = url !== null && refusedUrl(url) === undefined
  const address = isUsable ? shownUrl(url) : excerpt(text, 200)
  throw new EvalError(
    'target',
    message('The agent card at {card} says that the agent is at {address}, which we do not follow', {
      card: shownUrl(asked),
      address,
    }),
    isUsable
      ? {
          hint: message('If that is where it is, write {setting} in the config', {
            setting: `a2a: { url, endpoint: '${address}' }`,
          }),
        }
      : {},
  )
}

function isSameHost(url: URL | null, asked: URL): url is URL {
  return url !== null && refusedUrl(url) === undefined && originOf(url) === originOf(asked)
}

/** All names of this machine count as the same host. */
function originOf({ protocol, hostname, port }: URL): string {
  const isHere = ['localhost', '127.0.0.1', '[::1]', '0.0.0.0'].includes(hostname)
  return `${protocol}//${isHere ? 'localhost' : hostname}:${port}`
}

function noBinding({ name }: Card, offers: readonly Offer[]): EvalError {
  const bindings = excerpt(offers.map(({ binding }) => binding).join(', '), 100)
  return new EvalError(
    'target',
    message('The A2A agent “{name}” is not spoken to in JSON-RPC, but in {bindings}', {
      name: excerpt(name, 80),
      bindings,
    }),
  )
}
