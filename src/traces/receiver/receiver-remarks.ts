import { message, type Message } from '../../core/index.ts'

type ReceiverRemarksCounts = {
  readonly late: number
  readonly refused: number
  readonly linked: number
  readonly unlinked: number
}

type Situation = {
  readonly always: boolean
  readonly elsewhere: number
  /** The receiver's port; undefined when it could not listen. */
  readonly port: number | undefined
  /** True when only agents of this run know the port. */
  readonly isOwnPort: boolean
}

/** Explains which spans are in no transcript, each with a way to fix it. */
export function receiverRemarks(
  { late, refused, linked, unlinked }: ReceiverRemarksCounts,
  { always, elsewhere, port, isOwnPort }: Situation,
): readonly (readonly [Message, Message?])[] {
  const isMissing = always && linked === 0
  return [
    ...(late === 0 ? [] : [[cameLate(late), waitLonger] as const]),
    ...(refused === 0 ? [] : [[notKept(refused)] as const]),
    ...(unlinked > 0 && linked === 0 && (always || isOwnPort) ? [[ofNoExchange(unlinked), goOnWith] as const] : []),
    ...(isMissing && unlinked === 0
      ? [[message('no span came of any case'), whyNone({ elsewhere, port })] as const]
      : []),
  ]
}

function cameLate(count: number): Message {
  return message('{count} {count|span|spans} came after what {count|it is|they are} of had been scored', { count })
}

const waitLonger = message(
  'Wait for them with --traces, longer with --traces-wait SECONDS (in code traces, tracesWaitMs), or let the agent send them sooner: OTEL_BSP_SCHEDULE_DELAY=200.',
)

function notKept(count: number): Message {
  return message('{count} {count|span was|spans were} not kept: there were too many at once', { count })
}

function ofNoExchange(count: number): Message {
  return message('{count} {count|span|spans} came that {count|belongs|belong} to no exchange', { count })
}

const goOnWith = message(
  'Let the agent go on with the traceparent that it is given, or write its conversation into gen_ai.conversation.id (docs/instrumented-agents.md).',
)

function whyNone({ elsewhere, port }: Pick<Situation, 'elsewhere' | 'port'>): Message {
  if (elsewhere > 0)
    return message(
      'The agent exports to where its OTEL_ variables say; docs/instrumented-agents.md says how to send to both.',
    )
  if (port === undefined)
    return message('Another program listens on port {port}: choose one with --traces-port.', {
      port: String(standardPort),
    })
  return message('Let the agent export to {address} by OTLP over HTTP.', { address: `http://127.0.0.1:${port}` })
}

/** The default port of OTLP/HTTP. */
export const standardPort = 4318
