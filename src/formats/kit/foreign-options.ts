import type { JsonObject } from '../../core/index.ts'
import type { Codec, WriteStyle } from './foreign-value.ts'

type OptionsCodec<T> = {
  readonly read: Codec<T>['read']
  readonly write: (options: JsonObject, style: WriteStyle) => unknown
}

/** Reads options as one flat object with all defaults filled in and unknown keys beside the known ones. */
export function withDefaults<T extends { others?: JsonObject }>(
  codec: Codec<T>,
): OptionsCodec<Omit<T, 'others'> & JsonObject> {
  return {
    read: (value, reading) => {
      // Spreading guards against the undefined stand-in that `read` returns for a value that is not an object.
      const { others, ...known } = { ...codec.read(value, reading) }
      return { ...others, ...known }
    },
    write: (options) => options,
  }
}
