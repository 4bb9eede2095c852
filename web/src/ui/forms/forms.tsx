import './forms.css'
import { ConfigProvider } from 'antd'
import en from 'antd/locale/en_US'
import zh from 'antd/locale/zh_CN'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLanguage } from '../../lib/words.ts'
import { fingerTheme, sheafTheme } from '../antd/theme.ts'
import { useDark } from '../use-dark.ts'

/** Lists that drop down are drawn in the landmark of their field, where screen readers look for them. */
const landmarkOf = (field?: HTMLElement) => field?.closest('main') ?? document.body

/** Ant Design in our look and the reader's language; around the content of every form screen. */
export function Forms({ children }: { children: ReactNode }) {
  const dark = useDark()
  const [finger] = useState(() => globalThis.matchMedia?.('(pointer: coarse)').matches ?? false)
  const themes = finger ? fingerTheme : sheafTheme
  const chinese = useLanguage() === 'zh'
  return (
    <ConfigProvider
      theme={dark ? themes.dark : themes.light}
      locale={chinese ? zh : en}
      componentSize="middle"
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      getPopupContainer={landmarkOf}
      form={{ requiredMark: 'optional' }}
      select={{ suffixIcon: <ChevronDown className="i" aria-hidden="true" /> }}
    >
      {children}
    </ConfigProvider>
  )
}
