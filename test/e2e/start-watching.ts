import { type Project, until } from './run-shinsa.ts'

/** A session in a process of its own. */
export function startWatching(project: Project, args: readonly string[]) {
  const { child, ended } = project.start(args, { inOneStream: true })
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (said: string) => (text += said))
  const ends = () =>
    [...text.matchAll(/^(?:Waiting for|変更を待).*\n/gm)].map(({ 0: line, index }) => index + line.length)
  let heard = 0
  let isOver = false
  void ended.then(() => (isOver = true))
  return {
    project,
    output: () => text,
    /** What was said from the last round to the end of the next one. */
    async round(): Promise<string> {
      await until(() => isOver || ends().some((at) => at > heard))
      const from = heard
      heard = ends().find((at) => at > from) ?? text.length
      return text.slice(from, heard).replaceAll(project.folder, 'PROJECT')
    },
    async end() {
      child.kill('SIGINT')
      const { exitCode, signal } = await ended
      return { exitCode, signal }
    },
  }
}

/** What an agent was asked that writes it into a file. */
export function calls(project: Project): readonly string[] {
  return project.read('calls.log').trim().split('\n')
}
