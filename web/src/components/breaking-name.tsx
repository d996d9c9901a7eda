import { Fragment } from 'react'

/** A metric's name, which may wrap after its underscores. */
export function BreakingName({ name }: { readonly name: string }) {
  return name.split(/(?<=_)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
