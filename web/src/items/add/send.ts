import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, api, requestId } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { write } from '../../lib/query.ts'
import { skipLeaveQuestion } from '../../ui/frame/leave-question.tsx'

type AddItemInput = Parameters<typeof api.item.add>[0]

/**
 * Makes the item and opens it. A try that got no answer keeps its request_id, so that trying again cannot make a second
 * item (W15); after a refusal nothing was made and the next try is a new one.
 */
export function useAddItem() {
  const navigate = useNavigate()
  const [request_id, renew] = useState(requestId)
  const add = useMutation({
    ...write(api.item.add),
    onSuccess: ({ item_id }, item) => {
      skipLeaveQuestion()
      return navigate(paths.item({ item_id, item_domain: String(item.item_domain ?? '') }))
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code !== 0) renew(requestId())
    },
  })
  const busy = add.isPending || add.isSuccess
  return {
    busy,
    error: add.error,
    codeOfError: add.error instanceof ApiError ? add.error.code : 0,
    send: (item: AddItemInput, more: { onError?: (error: Error) => void } = {}) => {
      if (!busy) add.mutate({ ...item, request_id }, more)
    },
  }
}
