=== content.xml
<?xml version="1.0" encoding="utf-8"?>
<content id="ship_mod" name="A ship" version="100"/>

=== index/macros.xml
<?xml version="1.0" encoding="utf-8"?>
<index>
  <entry name="ship_macro" value="extensions\ship_mod\assets\ship_macro"/>
</index>

=== index/components.xml
<?xml version="1.0" encoding="utf-8"?>
<index>
  <entry name="ship" value="extensions\ship_mod\assets\ship"/>
</index>

=== assets/ship_macro.xml
<macros>
  <macro name="ship_macro" class="ship_s">
    <component ref="ship"/>
  </macro>
</macros>

=== assets/ship.xml
<?xml version="1.0" encoding="utf-8"?>
<components>
  <component name="ship" class="ship_s">
    <source geometry="extensions\ship_mod\assets\ship_data"/>
    <connections>
      <connection name="c" tags="part">
        <parts>
          <part name="hull" wreck="ruin">
            <lods>
              <lod index="0">
              </lod>
              <lod index="1">
              </lod>
            </lods>
          </part>
          <part name="wing">
          </part>
        </parts>
      </connection>
    </connections>
  </component>
</components>

=== assets/ship_data/hull-lod0.xmf

=== assets/ship_data/hull-lod1.xmf

=== assets/ship_data/ruin-lod0.xmf

=== assets/ship_data/wing-lod0.xmf

