import { useMutation } from '@tanstack/react-query'

/** Runs one action at a time and keeps its error. @returns whether it succeeded */
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
