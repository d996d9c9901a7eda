/** Something that a framework published while an exchange went on, as it came; it is read when the exchange is over. */
export type Published = {
  readonly by: 'ai-sdk' | 'ai-sdk-answer' | 'langchain' | 'openai-agents' | 'open-telemetry'
  readonly what: unknown
  readonly id: string
  readonly place: PublishedPlace
  /** Milliseconds since 1970, with fractions. */
  readonly at: number
  endedAt?: number
}

/** Where something happened: within which call of the AI SDK, and within which span of OpenTelemetry. */
export type PublishedPlace = { readonly call?: string | undefined; readonly active?: string | undefined }

/** Who is told of spans that begin. */
export type SpanListener = {
  readonly begun: (span: object, id: string) => void
  /** Whether somebody wants to know what goes on here. */
  readonly isInterested: () => boolean
}
