import type { Answer } from '@sheaf/contract/client'
import { Bone, Skeleton } from '../ui/placeholder.tsx'

export type Team = Answer<'team', 'getList'>[number]
export type Member = Answer<'teamMember', 'getList'>[number]
export type Bound = Answer<'teamItem', 'getListByTeam'>[number]
export type Right = Answer<'teamItemMember', 'getList'>[number]

/** "lena (Lena Hartwig)": the user name distinguishes users with the same name. */
export const labelOf = (username: string, name: string) => (name ? `${username} (${name})` : username)

/** Names or items in one call. */
export const BATCH_MAX = 200

export const MAY_EDIT = '1'
export const MAY_READ = '0'

/** Placeholder rows with the final height. */
export const Waiting = ({ rows = 4 }: { rows?: number }) => (
  <Skeleton>
    <div className="team-wait">
      {['34%', '22%', '40%', '28%', '36%', '25%'].slice(0, rows).map((width) => (
        <div key={width}>
          <Bone width={width} height={13} />
        </div>
      ))}
    </div>
  </Skeleton>
)
