import { compact } from '../core/basics/compact.ts'
import { type EvalCase, type Message, message } from '../core/index.ts'
import { isBase64 } from '../messages/media.ts'

/** Counts the cases whose images and files an agent cannot decode. */
export class MediaCount {
  private untyped = 0
  private unreadable = 0

  add({ conversation = [] }: EvalCase): void {
    let isUntyped = false
    let isUnreadable = false
    for (const { userContent } of conversation) {
      for (const { media } of userContent.parts ?? []) {
        if (media === undefined) continue
        isUntyped ||= media.mimeType === ''
        isUnreadable ||= !isBase64(media.data)
      }
    }
    if (isUntyped) this.untyped += 1
    if (isUnreadable) this.unreadable += 1
  }

  notes(): readonly Message[] {
    const { untyped, unreadable } = this
    const [none, broken] = [{ n: untyped }, { n: unreadable }]
    return compact([
      untyped > 0 &&
        message('{n} {n|case|cases}: a picture or file has no mime type, so nobody is told what it is', none),
      unreadable > 0 && message('{n} {n|case|cases}: what stands for a picture or file is no Base64', broken),
    ])
  }
}
