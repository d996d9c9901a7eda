import { message, type Message } from '../core/index.ts'
import { projectStore } from '../compose/library-dependencies.ts'
import { languageFrom, translate } from '../i18n/index.ts'
import { passRateSentence } from '../reporters/summary-lines.ts'
import { closeCollection, openCollection } from './collected-run.ts'

type Runner = { readonly config: { readonly root: string }; readonly logger: { log(text: string): void } }

/**
 * A Vitest reporter that stores the conversations of tests as one run in the project's store, and prints its pass rate.
 *
 * @example
 * import { defineConfig } from 'vitest/config'
 * export default defineConfig({ test: { reporters: ['default', 'shinsa/testing/vitest'] } })
 */
export class RunReporter {
  #runner: Runner | undefined

  onInit(runner: Runner): void {
    this.#runner = runner
  }

  onTestRunStart(): void {
    openCollection(process.env)
  }

  async onTestRunEnd(): Promise<void> {
    const root = this.#runner?.config.root ?? process.cwd()
    const { run, others } = await closeCollection(process.env, await projectStore(root))
    if (run?.summary !== undefined) {
      const verdict = translate(passRateSentence(run, run.summary), languageFrom(process.env))
      this.#say(message('{verdict}: shinsa show {runId}', { verdict, runId: run.plan.runId }))
    }
    if (others > 0) this.#say(message('{count} {count|run|runs} of toPass: shinsa list', { count: others }))
  }

  #say(sentence: Message): void {
    this.#runner?.logger.log(`   ${'Shinsa'}  ${translate(sentence, languageFrom(process.env))}`)
  }
}
