import { useMutation } from '@tanstack/react-query'

/** Something that is done when somebody asks for it, one at a time, and what went wrong. @returns whether it was done */
export function useAction() {
  const { mutateAsync, isPending, error } = useMutation({ mutationFn: async (what: () => Promise<unknown>) => what() })
  return {
    isBusy: isPending,
    error: error ?? undefined,
    act: async (what: () => Promise<unknown>): Promise<boolean> =>
      mutateAsync(what).then(
        () => true,
        () => false,
      ),
  }
}
