import { Fragment } from 'react'

/** The name of a metric, which breaks behind its underscores. */
export function BreakingName({ name }: { readonly name: string }) {
  return name.split(/(?<=_)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}
