import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { read } from '../lib/query.ts'
import { HomePage } from './home-page.tsx'

const LOGIN = '2'
const ITEM = '3'

/** SPEC 2 Home: the site's setting decides whether this is the full page, the login or an item. */
export function HomeScreen() {
  const { data, isPending } = useQuery(read(api.common.homePageSetting, {}))
  if (isPending) return <div className="screen-wait" aria-busy="true" />
  if (data?.home_page === LOGIN) return <Navigate to={paths.login()} replace />
  if (data?.home_page === ITEM && Number(data.home_item)) return <Navigate to={paths.item({ item_id: data.home_item })} replace />
  return <HomePage beian={data?.beian ?? ''} />
}
