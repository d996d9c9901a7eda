import { EvalError, type Content, type Conversation, type Invocation, type Message } from '../core/index.ts'
import type { Secrets } from '../text/secrets/secrets.ts'
import type { ServableTarget } from './environment/servable-target.ts'
import { reopenedTarget } from './reopened-target.ts'

type Redaction = Pick<Secrets, 'redact' | 'redactAll'>

/**
 * Wraps a target so that everything it returns is without known secrets: answers, tool calls, errors, its name.
 * Messages to the agent stay unchanged.
 */
export function withRedactedTarget(target: ServableTarget, secrets: Redaction): ServableTarget {
  return reopenedTarget(target, {
    name: secrets.redact,
    open: (own, evalCase, options) =>
      redactingErrors(secrets, async () => conversationOf(await own.open(evalCase, options), secrets)),
    close: (own) => redactingErrors(secrets, async () => own.close?.()),
  })
}

function conversationOf(conversation: Conversation, secrets: Redaction): Conversation {
  const { completion } = conversation
  const redacted = ({ userContent: asked, ...answer }: Invocation): Invocation => ({
    userContent: asked,
    ...secrets.redactAll(answer),
  })
  return {
    say: (userContent: Content, signal) =>
      redactingErrors(secrets, async () => {
        const invocation = await conversation.say(userContent, signal)
        return invocation === undefined ? undefined : redacted(invocation)
      }),
    close: () => redactingErrors(secrets, () => conversation.close()),
    async unfinished() {
      const seen = await conversation.unfinished?.()
      return seen === undefined ? undefined : redacted(seen)
    },
    completion: completion && {
      pending: () => completion.pending(),
      complete: (invocations, wait, signal) =>
        redactingErrors(secrets, async () => {
          const completed = await completion.complete(invocations, wait, signal)
          return completed === invocations ? invocations : completed.map(redacted)
        }),
    },
  }
}

async function redactingErrors<Result>(secrets: Redaction, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw redactedError(error, secrets)
  }
}

/** Returns the same error when it has no secret. Otherwise its cause is dropped, whose content is unknown. */
export function redactedError(error: unknown, secrets: Redaction): unknown {
  if (!(error instanceof Error)) return secrets.redactAll(error)
  if (error instanceof EvalError) {
    const sentence = redactedMessage(error.sentence, secrets)
    const hint = error.hint === undefined ? undefined : redactedMessage(error.hint, secrets)
    const thrownAt = error.thrownAt === undefined ? undefined : secrets.redact(error.thrownAt)
    if (sentence === error.sentence && hint === error.hint && thrownAt === error.thrownAt) return error
    const { code, retryable, retryAfterMs } = error
    return new EvalError(code, sentence, { hint, thrownAt, retryable, retryAfterMs })
  }
  const stack = error.stack ?? error.message
  if (secrets.redact(stack) === stack) return error
  const redacted = new Error(secrets.redact(error.message))
  redacted.name = error.name
  redacted.stack = secrets.redact(stack)
  return redacted
}

function redactedMessage(sentence: Message, secrets: Redaction): Message {
  const { text, values } = sentence
  const clean = values === undefined ? undefined : secrets.redactAll(values)
  return clean === values || clean === undefined ? sentence : { text, values: clean }
}
