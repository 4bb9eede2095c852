import { useQuery } from '@tanstack/react-query'
import { api, read, withoutLoginRedirect } from '../lib/api.ts'

/** Whether a save can verify the page: it is reviewed, and the person may say so. */
export function useHasReview(page_id: string) {
  const { data } = useQuery({
    ...read(api.review.info, withoutLoginRedirect({ kind: 'page', subject_id: page_id })),
    enabled: page_id !== '0',
  })
  return data?.may_verify === true && data.period.days !== '0'
}
