import type { JsonObject } from '../../core/index.ts'
import type { Codec, WriteStyle } from './foreign-value.ts'

type OptionsCodec<T> = {
  readonly read: Codec<T>['read']
  readonly write: (options: JsonObject, style: WriteStyle) => unknown
}

/** Options as one flat object with every default filled in, and the keys that nobody knows beside the known ones. */
export function withDefaults<T extends { others?: JsonObject }>(
  codec: Codec<T>,
): OptionsCodec<Omit<T, 'others'> & JsonObject> {
  return {
    read: (value, reading) => {
      // Spread first: of what is no object at all, `read` returns only a stand-in.
      const { others, ...known } = { ...codec.read(value, reading) }
      return { ...others, ...known }
    },
    write: (options) => options,
  }
}
