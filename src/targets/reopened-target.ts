import type { Conversation, EvalCase, OpenOptions, Target } from '../core/index.ts'
import type { ServableTarget } from './environment/servable-target.ts'

export type TargetWrapper = {
  open(target: Target, evalCase: EvalCase, options: OpenOptions): Promise<Conversation>
  close?(target: Target): Promise<void>
  name?(name: string): string
  readonly seesCase?: boolean
}

/** Returns the target, and every copy with other tools, with another way to open it. Its properties stay. */
export function reopenedTarget(target: ServableTarget, opening: TargetWrapper): ServableTarget {
  const { within } = target
  const { open, close = async (own: Target) => own.close?.(), name = (own: string) => own } = opening
  return {
    name: name(target.name),
    seen: target.seen,
    continues: target.continues,
    recorded: target.recorded,
    seesCase: opening.seesCase ?? target.seesCase,
    recordedTurns: target.recordedTurns?.bind(target),
    environmentModels: target.environmentModels,
    agentModels: target.agentModels,
    receivesSpans: target.receivesSpans,
    environment: target.environment,
    within: within && ((...served) => reopenedTarget(within.call(target, ...served), opening)),
    open: (evalCase, options) => open(target, evalCase, options),
    close: () => close(target),
  }
}
