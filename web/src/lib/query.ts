import type { CallFunction, Client } from '@sheaf/contract/client'
import { MutationCache, mutationOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import type { Boot } from './boot.ts'

const keyOf = (path: string, input: unknown) => [...path.split('/'), input]

/** useQuery(read(api.catalog.catListName, { item_id })) */
export const read = <In, Out>(ask: CallFunction<In, Out>, input: In) =>
  queryOptions({ queryKey: keyOf(ask.path, input), queryFn: () => ask(input) })

/** useMutation(write(api.page.delete, 'item')): on success all on screen that came from these rooms is asked again. */
export const write = <In, Out>(ask: CallFunction<In, Out>, ...also: (keyof Client)[]) =>
  mutationOptions({ mutationKey: [ask.path.split('/')[0] as string, ...also], mutationFn: (input: In) => ask(input) })

/**
 * A list that is being asked for the first time at this moment may be answered with what was there before: it would be taken for fresh,
 * for an answer under way is not asked again by itself.
 */
async function refetchActive(client: QueryClient, queryKey: unknown[]) {
  await client.cancelQueries({ queryKey, type: 'active', predicate: ({ state }) => state.data === undefined })
  await client.invalidateQueries({ queryKey })
}

/** No answer came: it is asked for again by itself when the network is back or the reader comes back to the window. */
const isNetworkError = ({ state }: { state: { error: unknown } }) => state.error instanceof ApiError && state.error.code === 0

export function makeQueryClient(seed: Boot['seed'] = []) {
  const client: QueryClient = new QueryClient({
    // Offline a call fails at once and says so, instead of waiting in silence for the network.
    defaultOptions: {
      queries: {
        ...{ staleTime: 30_000, retry: false, networkMode: 'always' },
        ...{ refetchOnReconnect: isNetworkError, refetchOnWindowFocus: isNetworkError },
      },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSuccess: (_data, _input, _result, mutation) =>
        Promise.all((mutation.options.mutationKey ?? []).map((room) => refetchActive(client, [room]))),
    }),
  })
  for (const [path, input, answer] of seed) client.setQueryData(keyOf(path, input), answer)
  return client
}
