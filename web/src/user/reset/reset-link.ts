import { useSearchParams } from 'react-router'
import { isError } from '../../lib/api.ts'

/** The parameters of a link in a mail; `whole` is false when one is missing. */
export function useMailedLink() {
  const [query] = useSearchParams()
  const [uid, email, token] = [query.get('uid') ?? '', query.get('email') ?? '', query.get('token') ?? '']
  return { link: { uid, email, token }, whole: uid !== '' && email !== '' && token !== '', redirect: query.get('redirect') ?? undefined }
}

/** Whether the server refused the link because it was used, has expired or is invalid. */
export const isOldLink = (error: Error | null) => isError(error, 'linkInvalid')
