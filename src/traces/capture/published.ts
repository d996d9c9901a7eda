/** A raw publication of a framework during an exchange; it is read after the exchange has ended. */
export type Published = {
  readonly by: 'ai-sdk' | 'ai-sdk-answer' | 'langchain' | 'openai-agents' | 'open-telemetry'
  readonly what: unknown
  readonly id: string
  readonly place: PublishedPlace
  /** Milliseconds since 1970, with fractions. */
  readonly at: number
  endedAt?: number
}

/** The AI SDK call and the OpenTelemetry span within which something was published. */
export type PublishedPlace = { readonly call?: string | undefined; readonly active?: string | undefined }

export type SpanListener = {
  readonly begun: (span: object, id: string) => void
  readonly isInterested: () => boolean
}
