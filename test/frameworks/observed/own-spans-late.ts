/** An agent that is loaded when it is asked for the first time. */
export default async (): Promise<string> => {
  const { default: ask } = await import('./own-spans.ts')
  return ask()
}
