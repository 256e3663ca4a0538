"""Where a game stands: its phase, its status, its rules, and who plays."""


class Standing:
    """The part of a game that says where it stands."""

    __slots__ = ()

    def _set_long_phase(self, phase):
        self.phase = phase
        self.phase_type = None if phase in ("FORMING", "COMPLETED") else phase.rsplit(" ", 1)[-1][0]

    @property
    def current_short_phase(self):
        """The phase, for instance `S1901M`."""
        return self.map.phase_abbr(self.phase)

    phase_abbr = current_short_phase
    is_game_done = property(lambda self: self.phase == "COMPLETED")
    is_game_forming = property(lambda self: self.status == "forming")
    is_game_active = property(lambda self: self.status == "active")
    is_game_paused = property(lambda self: self.status == "paused")
    is_game_canceled = property(lambda self: self.status == "canceled")
    is_game_completed = property(lambda self: self.status == "completed")
    civil_disorder = property(lambda self: "CIVIL_DISORDER" in self.rules)
    no_press = property(lambda self: "NO_PRESS" in self.rules)
    public_press = property(lambda self: "PUBLIC_PRESS" in self.rules)
    power_choice = property(lambda self: "POWER_CHOICE" in self.rules)
    real_time = property(lambda self: "REAL_TIME" in self.rules)
    solitaire = property(lambda self: "SOLITAIRE" in self.rules)
    start_master = property(lambda self: "START_MASTER" in self.rules)
    power = property(lambda self: self.powers.get(self.role))

    def current_state(self):
        """The game itself, for `with`."""
        return self

    def is_fixed_state_unchanged(self, log_error=True):
        """Games are not watched: always True."""
        return True

    def is_server_game(self):
        """Whether it is nobody's own view."""
        return self.role == "server_type"

    def is_player_game(self):
        """Whether it is a power's own view."""
        return self.role in self.powers

    def is_omniscient_game(self):
        """Whether it is a view of everything."""
        return self.role == "omniscient_type"

    def is_observer_game(self):
        """Whether it is a view of what is public."""
        return self.role == "observer_type"

    def set_status(self, status):
        """Sets `forming`, `active`, `paused`, `completed` or `canceled`."""
        self.status = status

    def get_current_phase(self):
        """The phase, for instance `S1901M`."""
        return self.current_short_phase

    def set_current_phase(self, new_phase):
        """Goes to a phase (`S1901M`), leaving everything else as it is."""
        if new_phase in ("FORMING", "COMPLETED"):
            self._set_long_phase(new_phase)
            return
        long = self.map.phase_long(new_phase)
        if long == "?????":
            raise ValueError(f"{new_phase!r} is no phase; phases are written S1901M, F1901R, W1901A")
        self._set_long_phase(long)

    def has_power(self, power_name):
        """Whether there is such a power."""
        return power_name in self.powers

    def get_power(self, power_name):
        """A power by its name; None if there is none."""
        return self.powers.get(power_name)

    def get_map_power_names(self):
        """The names of all powers."""
        return self.powers.keys()

    def set_controlled(self, power_name, username):
        """Says who plays a power."""
        self.powers[power_name].set_controlled(username)

    def is_controlled(self, power_name):
        """Whether somebody plays a power."""
        return self.powers[power_name].is_controlled()

    def is_dummy(self, power_name):
        """Whether nobody plays a power."""
        return self.powers[power_name].is_dummy()

    def add_rule(self, rule):
        """Adds one of the package's rules. `BUILD_ANY`, `NO_CHECK` and
        `DONT_SKIP_PHASES` change how phases are judged; the others are kept."""
        if rule in ("HOLD_WIN", "SHARED_VICTORY"):
            raise NotImplementedError(f"the rule {rule} is not judged here; decide the end with draw(winners=...)")
        if rule not in self.rules:
            self.rules.append(rule)

    def remove_rule(self, rule):
        """Takes a rule away."""
        if rule in self.rules:
            self.rules.remove(rule)
