import { Page } from '../../../ui/page.tsx'

export const meta = () => [{ title: 'Image studio · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

/** The full studio. */
export default function CreatePage() {
  return (
    <Page width="wide" title="Image studio" intro="Describe a picture, choose how it looks, and keep what you like." />
  )
}
