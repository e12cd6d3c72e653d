import { data } from 'react-router'
import { NotFound } from '../components/not-found.tsx'

const absent = () => data(null, { status: 404 })

export const loader = absent
export const action = absent

export default NotFound
