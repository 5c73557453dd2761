/** One word for what is written in several: synonyms that are never told apart, and forms no stemmer finds. */
export const same = `
space room meeting chatroom channel
artifact document doc
participant member attendee
owner creator moderator admin administrator
human person people
agent bot chatbot llm ai assistant
kick expel evict eject ban boot
mute silence gag
retry resend reattempt
database db
postgres postgresql
expire expiry expiration
maximum max
image picture photo
large big
webpage frontend
cli terminal shell commandline
sdk typescript javascript
idp keycloak auth0 okta
begin began begun
break broke broken
die died dead death
forget forgot forgotten
hold held holder
keep kept
leave left
lose lost loss
make made
overwrite overwrote overwritten
run ran
say said
see saw seen
send sent
speak spoke spoken
take took taken
throw threw thrown
write wrote written
`;

/** What people call things, and what they are near to; a word may stand in several groups. */
export const related = `
account register registration signup user profile email
agenda topic subject title
agent program script model
all every list exist directory overview
approve accept admit allow permit confirm approval authorize grant welcome host
artifact file markdown note draft content wiki
backup restore dump snapshot
cli command bash
close end finish terminate shutdown stop over disconnect conclude
concurrent simultaneous parallel same race together conflict
configuration configure option environment variable env config port
cors browser origin webpage javascript
crash die gone down killed hang restart
create make new open start generate add
cursor position place offset bookmark page pagination
dashboard console panel overview
database postgres pglite storage sql
delete destroy erase purge wipe remove revoke clean cleanup discard
deploy deployment host selfhost install run start serve production docker container systemd linux
deprecation version versioning sunset
download export
edit write update change modify overwrite save patch alter revise rename append replace
error fail failure refuse refusal status problem issue wrong
event notification happen signal
everybody everyone visible public
folder directory disk path location data
guarantee rely durable durability consistency promise reliable
header parameter field
health healthcheck probe liveness readiness kubernetes monitoring alive
heartbeat keepalive renew extend refresh prolong
human user colleague friend
id uuid identifier
idp oidc sso oauth company corporate
image pdf attachment attach upload file media png jpg binary
invite invitation link url card
join enter attend participate joiner access
keep retain retention stored persist
key credential secret password passphrase apikey
kick remove throw block refuse
laptop local localhost machine computer offline
leave quit exit depart
lifetime howlong expire ttl timeout live lifespan duration last
limit howmany howlong maximum size large long quota cap payload length 413
link associate connect pair bind
lock exclusive checkout reserve mutex busy concurrent simultaneous lease acquire claim
login signin authenticate auth signup
lose recover regain forget restore missing miss skip gap
memory ram
message chat post text say talk reply
move migrate migration transfer
mute readonly spam quiet voice speak talk
name label nickname alias display
off disable
once idempotency idempotent duplicate twice double
openapi spec specification swagger schema endpoint operation
order ordering sequence number sort chronological
owner host operator organiser organizer chair
participant guest human user party peer
participant bundle present
permanent final forever undo reopen
poll polling pull
private direct dm whisper secret confidential
proxy nginx tls https ssl reverse caddy traefik apache
quickstart tutorial demo try example
quiet silent alive keepalive heartbeat
rate howoften interval 429 throttle throttling ratelimit
read receive fetch list see show view load retrieve obtain
refuse deny denied decline reject forbid forbidden disallow
request call query
require requirement prerequisite
resume reconnect continue cursor disconnect catch
retry repeat again duplicate twice
revoke invalidate withdraw disable cancel revocation leak
role permission right scope
scale horizontal several multiple cluster replica instance processes balancer sticky
sdk client library npm
send post publish submit say broadcast
share invite access
slow lag backpressure consumer unsent
space conversation conference call group workspace discussion forum
start begin first
stream sse realtime live push subscribe eventsource websocket webhook notify notification listen follow watch callback
timestamp date datetime instant time
token usr bearer
trust malicious injection security safe sanitise sanitize xss attack
type kind format
unlock release free
upgrade update migrate migration release newer
version revision history versioning
wait pending approval
`;

/** What means something else, or something at all, only together. */
export const phrases: readonly [RegExp, string][] = [
  [/\bback(ing)?[- ]?ups?\b/g, 'backup'],
  [/\bcommand[- ]line\b/g, 'cli'],
  [/\b(get|go|want|opt) out\b/g, 'leave'],
  [/\bhand(ing)? out\b/g, 'share'],
  [/\bhow (often|fast|frequently)\b/g, 'howoften'],
  [/\bhow long\b/g, 'howlong'],
  [/\bhow (many|much)\b/g, 'howmany'],
  [/\bidentity provider\b/g, 'idp'],
  [/\bkeep[- ]alive\b/g, 'keepalive'],
  [/\blet(s|ting)? (\w+ )?in\b/g, 'admit'],
  [/\b(log|sign)(ged|ging|s)?[- ]in(to)?\b/g, 'login'],
  [/\bread[- ]only\b/g, 'readonly'],
  [/\bquick[- ]start\b/g, 'quickstart'],
  [/\breal[- ]time\b/g, 'realtime'],
  [/\bsettings?\b/g, 'configuration'],
  [/\b(shut|turn)(ting|ing)? (it |\w+ )?(down|off)\b/g, 'shutdown'],
  [/\bsign(ing)?[- ]up\b/g, 'signup'],
  [/\b(single sign-?on|single sign on)\b/g, 'sso'],
  [/\btak(e|es|ing) part\b|\btook part\b/g, 'participate'],
  [/\bweb[- ]?(app|page|site)s?\b/g, 'webpage'],
  [/\bwho(('s| is| are) |s | )(else )?(in|here|online|present|there)\b/g, 'participants present'],
];
