# Tries the package under the real systemd, as the first process of namespaces of its own,
# over a copy of this machine's files that is gone afterwards. $1: the folder with the
# packages, $2: the older one, $3: the newer one, $4: an empty folder to work in.
set -eu

mount -t tmpfs tmpfs "$4"
mkdir "$4/upper" "$4/work" "$4/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$4/upper,workdir=$4/work" "$4/root"
cd "$4/root"
mount --rbind /sys sys
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
cp "$1/$2" "$1/$3" run/
ip link set lo up

cat >run/steps <<'STEPS'
old=/run/$1
new=/run/$2
step() { echo "step: $1"; }
fail() {
    echo "FAILED: $1"
    journalctl -u parlour.service --no-pager 2>/dev/null | tail -20
    systemctl status parlour.service --no-pager 2>/dev/null | tail -20
    exit 1
}
answers() {
    for _ in $(seq 600); do
        if parlour ready "$1" >/dev/null 2>&1; then return 0; fi
        sleep 0.1
    done
    return 1
}
pid() { systemctl show -P MainPID parlour.service; }

for _ in $(seq 600); do
    case $(systemctl is-system-running 2>/dev/null) in running | degraded) break ;; esac
    sleep 0.1
done
export DEBIAN_FRONTEND=noninteractive

dpkg -i "$old" >/run/dpkg.log 2>&1 || { cat /run/dpkg.log; fail "it does not install"; }
step "it installs"
systemctl is-enabled --quiet parlour.service || fail "it is not enabled"
answers 127.0.0.1:8080 || fail "it does not serve"
step "it is enabled, started and serves"
user=$(stat -c %U "/proc/$(pid)")
[ "$user" != root ] || fail "it runs as root"
[ "$(stat -c %a /etc/parlour/serve.toml)" = 600 ] || fail "others may read the settings"
step "it runs as nobody's user ($user), and its settings are root's alone"
[ -s /var/lib/private/parlour/house.db ] || fail "there is no database"
man -w parlour >/dev/null 2>&1 || [ -f /usr/share/man/man1/parlour.1.gz ] || fail "no manual"
[ -s /usr/share/bash-completion/completions/parlour ] || fail "nothing to complete"
faults=$(systemd-analyze verify parlour.service 2>&1) || fail "the unit: $faults"
step "it has a database, manual pages and completions"

before=$(pid)
kill -KILL "$before"
for _ in $(seq 600); do [ "$(pid)" != "$before" ] && [ "$(pid)" != 0 ] && break; sleep 0.1; done
answers 127.0.0.1:8080 || fail "it is not started again"
step "killed, it is started again"

sed -i 's/127.0.0.1:8080/localhost:8081/' /etc/parlour/serve.toml
before=$(pid)
inode=$(stat -c %i /var/lib/private/parlour/house.db)
dpkg -i "$new" >/run/dpkg.log 2>&1 || { cat /run/dpkg.log; fail "it does not upgrade"; }
answers localhost:8081 || fail "it does not serve after the upgrade"
[ "$(pid)" != "$before" ] || fail "the older program still runs"
[ "$(stat -c %i /var/lib/private/parlour/house.db)" = "$inode" ] || fail "another database"
step "it upgrades: restarted, with the settings and the database it had"

# What the Containerfile does after its packages, with the program that is installed.
useradd --system --uid 10001 --home-dir /srv/parlour parlour-container
install -d -o parlour-container -m 0700 /srv/parlour
setpriv --reuid 10001 --clear-groups --inh-caps=-all env -i PATH=/usr/bin \
    PARLOUR_HOME=/srv/parlour PARLOUR_DATABASE_URL=sqlite:/srv/parlour/house.db \
    PARLOUR_LISTEN=0.0.0.0:8082 PARLOUR_LOG_FORM=json parlour serve >/run/container.log 2>&1 &
container=$!
PARLOUR_LISTEN=0.0.0.0:8082
export PARLOUR_LISTEN
healthy=no
for _ in $(seq 600); do
    if parlour ready >/dev/null 2>&1; then healthy=yes && break; fi
    sleep 0.1
done
unset PARLOUR_LISTEN
[ "$healthy" = yes ] || { cat /run/container.log; fail "it does not serve as in a container"; }
kill -TERM "$container"
wait "$container" || fail "it does not end well in a container"
step "as in the container: user 10001, settings by variables, its health check says yes"

dpkg -r parlour >/run/dpkg.log 2>&1 || { cat /run/dpkg.log; fail "it cannot be removed"; }
[ ! -e /usr/bin/parlour ] || fail "the program is still there"
systemctl is-active --quiet parlour.service && fail "it still runs"
[ -e /etc/parlour/serve.toml ] || fail "the settings are gone"
[ -e /var/lib/private/parlour/house.db ] || fail "the tables are gone"
step "removed, it is stopped, and settings and tables are kept"

dpkg -P parlour >/run/dpkg.log 2>&1 || { cat /run/dpkg.log; fail "it cannot be purged"; }
for left in /etc/parlour /var/lib/parlour /var/lib/private/parlour /usr/share/doc/parlour \
    /usr/lib/systemd/system/parlour.service; do
    [ ! -e "$left" ] || fail "$left is left"
done
step "purged, nothing is left"
echo "ALL STEPS"
STEPS

exec chroot . /bin/sh -c '
    mount -t proc proc /proc
    umount -R /sys/fs/cgroup 2>/dev/null || true
    mount -t cgroup2 cgroup2 /sys/fs/cgroup || exit 9
    mkdir -p /run/systemd
    export container=trial
    (sh /run/steps "$1" "$2"; systemctl exit 0 --force --force) &
    exec /lib/systemd/systemd --system --unit=basic.target --log-target=null --show-status=no
' sh "$2" "$3"
