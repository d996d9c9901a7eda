import {
  type Conversation,
  type Invocation,
  type OpenOptions,
  type Target,
  type EvalCase,
  EvalError,
  message,
} from '../core/index.ts'
import { reopenedTarget } from '../targets/reopened-target.ts'

/** A conversation that continues across the runs of a case that grows turn by turn. */
export type LiveConversation = {
  /** Wraps the target so that earlier turns are answered from the conversation and not sent again. */
  join(target: Target): Target
  /** Closes the conversation unless another run joins soon. */
  closeSoon(): void
}

const patienceMs = 5000
const example = "await expectAgent(agent).ask('…').next('…')"

export function liveConversation(): LiveConversation {
  const exchanges: Invocation[] = []
  let open: { readonly conversation: Conversation; readonly target: Target } | undefined
  let closing: NodeJS.Timeout | undefined

  async function opened(target: Target, evalCase: EvalCase, options: OpenOptions): Promise<Conversation> {
    if (open !== undefined) return open.conversation
    if (exchanges.length > 0 && target.continues !== true) {
      throw new EvalError('usage', message('the conversation with {target} is over', { target: target.name }), {
        hint: message('Ask the next thing sooner, or all of it before the await: {example}', { example }),
      })
    }
    const conversation = await target.open(evalCase, { ...options, history: [...exchanges] })
    open = { conversation, target }
    return conversation
  }

  return {
    join(target) {
      clearTimeout(closing)
      return reopenedTarget(target, {
        open: async (own, evalCase, options) => replayed(exchanges, await opened(own, evalCase, options)),
        close: async () => undefined,
      })
    },
    closeSoon() {
      // The next step of the test may still join; the timer does not keep the process alive.
      closing = setTimeout(() => {
        void open?.conversation.close()
        void open?.target.close?.()
        open = undefined
      }, patienceMs)
      closing.unref()
    },
  }
}

/** Answers from the exchanges as long as they last, and adds those that the conversation has beyond them. */
function replayed(exchanges: Invocation[], conversation: Conversation): Conversation {
  const known = exchanges.values()
  return {
    async say(content, signal) {
      const said = known.next()
      if (said.done !== true) return said.value
      const exchange = await conversation.say(content, signal)
      if (exchange !== undefined) exchanges.push(exchange)
      return exchange
    },
    close: async () => undefined,
    unfinished: conversation.unfinished?.bind(conversation),
    completion: conversation.completion,
  }
}
