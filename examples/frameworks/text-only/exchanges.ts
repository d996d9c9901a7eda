/** What a function is told beside the message. */
export type Exchange = {
  readonly history: readonly { readonly userContent: Content; readonly finalResponse?: Content }[]
  readonly session: { readonly userId: string; readonly id: string }
}
type Content = { readonly parts?: readonly { readonly text?: string }[] }

/** The conversation so far, as most frameworks take it. */
export function messagesOf(history: Exchange['history'], question: string) {
  const before = history.flatMap(({ userContent, finalResponse }) => [
    { role: 'user' as const, content: textIn(userContent) },
    { role: 'assistant' as const, content: textIn(finalResponse) },
  ])
  return [...before, { role: 'user' as const, content: question }]
}

function textIn(content: Content | undefined): string {
  return (content?.parts ?? []).map(({ text }) => text).join('')
}
