import { Bell, Bot, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Account } from '../../lib/boot.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { Screen } from '../../ui/frame/screen.tsx'
import { SectionFrame } from '../../ui/frame/section-frame.tsx'
import { personalWords } from './frame.words.ts'

const parts = [
  { name: 'profile', to: paths.setting(), icon: UserRound },
  { name: 'security', to: paths.security(), icon: ShieldCheck },
  { name: 'watching', to: paths.watching(), icon: Bell },
  { name: 'tokens', to: paths.tokens(), icon: Bot },
] as const

interface Props {
  account: Account
  /** The part of the settings that is shown. */
  part: (typeof parts)[number]['name']
  /** Title of the document; the part renders its own heading. */
  title: string
  children: ReactNode
}

/** The settings of the current user, with the navigation of their parts. */
export function PersonalFrame({ account, part, title, children }: Props) {
  const t = useWords(personalWords)
  return (
    <Screen title={title} bare>
      <SectionFrame
        label={t.title}
        back={{ to: paths.items(), text: t.back }}
        title={account.name || account.username}
        groups={[{ sections: parts.map((one) => ({ ...one, text: t[one.name] })) }]}
        current={part}
      >
        {children}
      </SectionFrame>
    </Screen>
  )
}
