import { info, oauth, profile, signIn } from '../../contract';
import {
  type Client,
  type Connection,
  createClient,
  createSender,
  type Transport,
} from '../../service';

/** The calls of signing in and out. */
export type ServiceCalls = Client<{
  info: typeof info;
  oauth: typeof oauth;
  profile: typeof profile;
  signIn: typeof signIn;
}>;

/** Those calls to one server, as one person or nobody. */
export type CallsTo = (connection: Connection) => ServiceCalls;

export const serviceCalls =
  (transport: Transport): CallsTo =>
  (connection) =>
    createClient({ info, oauth, profile, signIn }, createSender(connection, transport));
